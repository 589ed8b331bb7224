# SPDX-License-Identifier: MIT
"""pages.py PAGE.rst...: each page is well-formed reStructuredText, and the pages and pictures that it names exist. Says what is wrong, and exits with 1."""
import os
import sys

from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import roles


def page_role(name, rawtext, text, line, inliner, options=None, content=None):
    """:doc:`page`, which docutils alone does not know"""
    here = os.path.dirname(inliner.document.current_source)
    if not os.path.exists(os.path.join(here, text + ".rst")):
        inliner.document.reporter.error("there is no page " + text, line=line)
    return [nodes.literal(rawtext, text)], []


def wrong(path):
    with open(path, encoding="utf-8") as f:
        tree = publish_doctree(f.read(), source_path=path, settings_overrides={"report_level": 2, "halt_level": 5, "warning_stream": sys.stderr})
    lost = [image["uri"] for image in tree.findall(nodes.image) if not os.path.exists(os.path.join(os.path.dirname(path), image["uri"]))]
    for uri in lost:
        print(f"{path}: there is no picture {uri}", file=sys.stderr)
    return bool(lost) or any(m["level"] >= 2 for m in tree.parse_messages + list(tree.findall(nodes.system_message)))


def main():
    roles.register_local_role("doc", page_role)
    sys.exit(any([wrong(path) for path in sys.argv[1:]]))


main()
