"""The fingerprint of CiteSeerExtractor: equal to the original's to the last bit."""

import pytest

from sheaf.duplicates import legacy_simhash as legacy
from sheaf.duplicates.porter import stem


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("fox", "1a9408019d1b7616"),
        ("paper", "58b2cdd510314b7f"),
        ("informationretriev", "b0a405c540cedacd"),  # longer than a block of the hash
        ("abcdefghijkl", "232be0e97bb93f5a"),  # just a block
        ("x", "9a5b9a9f0abda3f0"),
    ],
)
def test_tokens_have_the_hash_of_the_original(token, expected):
    assert f"{legacy.token_hash(token.encode()):016x}" == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The quick brown fox jumps over the lazy dog",
            "0111101111011100011010011010000110111101111100110111011111110110",
        ),
        (
            "relational organization connectivity hopefulness",
            "1011111111011110011011011110110111101111111011111011011110101110",
        ),
        ("", "1" * 64),
        ("alone", "1" * 64),
    ],
)
def test_texts_have_the_fingerprint_of_the_original(text, expected):
    assert legacy.as_text(legacy.fingerprint(text.encode())) == expected


def test_bytes_that_are_no_letters_part_words_but_not_tokens():
    assert legacy.fingerprint("caf\u00e9s 12".encode()) != legacy.fingerprint(b"caf s 12")
    assert legacy.fingerprint(b"Papers, papers; PAPERS!") == legacy.fingerprint(b"paper " * 3)


def test_a_fingerprint_is_written_as_digits_and_read_back():
    assert legacy.from_text(legacy.as_text(2**63 + 5)) == 2**63 + 5
    assert legacy.from_text("12") is None
    assert legacy.from_text("2" * 64) is None


@pytest.mark.parametrize(
    ("word", "stemmed"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"),
        ("agreed", "agre"), ("plastered", "plaster"), ("motoring", "motor"), ("sing", "sing"),
        ("conflated", "conflat"), ("hopping", "hop"), ("falling", "fall"), ("filing", "file"),
        ("happy", "happi"), ("sky", "sky"), ("vietnamization", "vietnam"), ("sensibly", "sensibl"),
        ("archaeology", "archaeolog"), ("electricity", "electr"), ("adoption", "adopt"),
        ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"), ("controll", "control"),
        ("roll", "roll"), ("is", "is"), ("ies", "i"), ("yes", "ye"), ("syzygy", "syzygi"),
    ],
)  # fmt: skip
def test_words_are_stemmed_as_porters_program_does(word, stemmed):
    assert stem(word) == stemmed
