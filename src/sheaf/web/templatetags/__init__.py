"""Small words that the templates use.

Django looks for them in a folder of this name.
"""
