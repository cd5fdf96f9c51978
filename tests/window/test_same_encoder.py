"""An encoder that has become another one under its old fingerprint is found by one text."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.encoders.stubs import BagStub

from goldrank.encoders.cache import VectorCache
from goldrank.errors import GoldrankError
from goldrank.window.same_encoder import check_same

TEXTS = ["a few words", "rather more words than in that one"]


@pytest.mark.parametrize("stub", [BagStub(), BagStub(noise=1e-5)], ids=["exact", "noisy"])
def test_the_longest_text_is_kept_and_compared_and_nothing_else(
    tmp_path: Path, stub: BagStub
) -> None:
    for texts in (TEXTS, ["quite other texts now"]):
        with VectorCache.open(tmp_path, stub.fingerprint) as cache:
            check_same(stub, texts, cache)
    assert stub.calls == [[TEXTS[1]], [TEXTS[1]]]


@pytest.mark.parametrize(
    "now", [BagStub(window=5), BagStub(noise=0.5), BagStub(width=8)], ids=["less", "noise", "width"]
)
def test_another_vector_of_the_kept_text_is_refused(tmp_path: Path, now: BagStub) -> None:
    with VectorCache.open(tmp_path, now.fingerprint) as cache:
        check_same(BagStub(), TEXTS, cache)
    with (
        VectorCache.open(tmp_path, now.fingerprint) as cache,
        pytest.raises(GoldrankError, match=r'beginning with "rather more .*version'),
    ):
        check_same(now, TEXTS, cache)


def test_no_text_is_no_witness(tmp_path: Path) -> None:
    with VectorCache.open(tmp_path, "stub") as cache:
        check_same(BagStub(), [], cache)
        check_same(BagStub(), TEXTS, cache)
        with pytest.raises(GoldrankError, match="another one now"):
            check_same(BagStub(window=5), [], cache)
