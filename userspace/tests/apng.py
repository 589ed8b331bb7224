# SPDX-License-Identifier: MIT
"""Is this an animated PNG? usage: apng.py FILE WIDTH HEIGHT FRAMES

Every chunk has its check sum, sequence numbers go up by one, and the data of each frame unpacks to
the picture's size."""
import struct
import sys
import zlib

name, width, height, frames = sys.argv[1], *map(int, sys.argv[2:5])
data = open(name, "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n", "signature"
at, sequence, pictures, types = 8, 0, [], []
while at < len(data):
    n, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + n]
    check_sum = struct.unpack(">I", data[at + 8 + n:at + 12 + n])[0]
    assert check_sum == zlib.crc32(kind + body), "check sum"
    at += 12 + n
    types.append(kind)
    if kind == b"IHDR":
        assert struct.unpack(">IIBBBBB", body) == (width, height, 8, 6, 0, 0, 0), "header"
    if kind == b"acTL":
        assert struct.unpack(">II", body) == (frames, 0), "animation control"
    if kind in (b"fcTL", b"fdAT"):
        assert struct.unpack(">I", body[:4])[0] == sequence, "sequence"
        sequence += 1
    if kind == b"fcTL":
        assert struct.unpack(">IIII", body[4:20]) == (width, height, 0, 0), "frame control"
        pictures.append(b"")
    if kind in (b"IDAT", b"fdAT"):
        pictures[-1] += body[4 * (kind == b"fdAT"):]
assert (types[0] == b"IHDR" and types[1] == b"acTL" and types[-1] == b"IEND" and
        len(pictures) == frames), "order"
unpacked = [zlib.decompress(p) for p in pictures]
assert all(len(u) == height * (1 + 4 * width) for u in unpacked), "size"
assert len(set(unpacked)) == frames, "frames are all different"
print(len(data), "bytes")
