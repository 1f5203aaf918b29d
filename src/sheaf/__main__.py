"""`python -m sheaf` is `sheaf`."""

from sheaf.cli import main

if __name__ == "__main__":
    main()
