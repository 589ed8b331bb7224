# SPDX-License-Identifier: MIT
"""How Sphinx makes the book: `make docs`."""
project = "smgpu"
author = "the smgpu authors"
copyright = author
extensions = []
exclude_patterns = []
nitpicky = True
html_theme = "alabaster"
html_theme_options = {"description": "a GPU for PCIe FPGAs", "page_width": "1100px",
                      "sidebar_width": "240px"}
html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}
html_copy_source = False
highlight_language = "none"
