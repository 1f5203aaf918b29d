"""Word lists written as running text: phrases by line or semicolon, or plain words."""


def lines(text: str) -> tuple[str, ...]:
    """One phrase a line."""
    return tuple(line.strip() for line in text.strip().splitlines())


def phrases(text: str) -> tuple[str, ...]:
    """Phrases parted by semicolons, however the lines break."""
    return tuple(" ".join(part.split()) for part in text.split(";"))


def words(text: str) -> tuple[str, ...]:
    """Words parted by any white space."""
    return tuple(text.split())
