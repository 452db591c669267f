"""The game in a terminal: `circularchess play`.

`session` is the game itself: it takes lines of text and gives replies, and never reads or prints.
`files` saves and loads it, `screen` draws, `loop` is the part that reads lines and prints.
"""
