"""Words by a dictionary in scripts that are written without spaces."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.rankers.segmenters import SEGMENTERS, loaded
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.text.terms import segmented_terms, terms_of

ROOT = Path(__file__).resolve().parents[2]
HAN = SEGMENTERS["chinese"].scripts


def whole(run: str) -> list[str]:
    return [run]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("会议 v2", ["会议", "v2"]),
        ("TLS会议key", ["tls", "会议", "key"]),
        ("会议、测试", ["会议", "测试"]),
        ("ที่会议", ["ที่", "会议"]),  # Thai is no part of it, and stays single characters
        ("サ会議", ["サ", "会議"]),
        ("", []),
    ],
)
def test_stretches_of_its_scripts_are_handed_to_a_segmenter_and_the_rest_is_as_ever(text, terms):
    assert segmented_terms(text, HAN, whole) == terms


def test_a_segmenter_that_gives_single_characters_changes_nothing():
    text = "Ｔｅｓｔ 会议室, ที่นี่ サーバー don't naïve_TLS"
    for segmenter in SEGMENTERS.values():
        assert segmented_terms(text, segmenter.scripts, terms_of) == terms_of(text)


def test_a_dictionary_that_is_not_there_is_an_error_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jieba", None)
    loaded.cache_clear()
    with pytest.raises(GoldrankError, match=r"package jieba.*install goldrank\[chinese\]"):
        Tokenizer(segmenting="zh")
    loaded.cache_clear()


def test_a_language_without_a_segmenter_is_an_error():
    with pytest.raises(GoldrankError, match="expected chinese or japanese, got 'german'"):
        Tokenizer(segmenting="german")


def test_chinese_words_are_those_of_the_dictionary_and_those_inside_them():
    pytest.importorskip("jieba")
    words = Tokenizer(segmenting="chinese")
    assert words("会议室的预订时间 v2") == ["会议", "会议室", "的", "预订", "时间", "v2"]
    assert not set(words("议会")) & set(words("会议"))  # the same characters
    assert words("the room") == ["the", "room"]


def test_a_word_that_is_in_no_dictionary_is_single_characters():
    pytest.importorskip("jieba")
    assert Tokenizer(segmenting="chinese")("蘐阚") == ["蘐", "阚"]


def test_japanese_words_are_those_of_the_dictionary():
    pytest.importorskip("janome")
    words = Tokenizer(segmenting="japanese")
    assert words("サーバーの設定をAPIで") == ["サーバー", "の", "設定", "を", "api", "で"]
    assert "京都" in words("京都の工場")
    assert "京都" not in words("東京都の事務所")


def test_stop_words_of_a_language_stop_whole_words_and_no_character_of_them():
    pytest.importorskip("jieba")
    # 全部 (all of it) is a stop word; 部 alone is a department.
    assert Tokenizer(stopwords="chinese")("人事部") == ["人", "事", "部"]
    segmented = Tokenizer(stopwords="chinese", segmenting="chinese")
    assert segmented("全部员工") == ["员工"]


def test_the_dictionary_is_part_of_the_fingerprint():
    pytest.importorskip("jieba")
    assert "segmented by jieba 0." in Tokenizer(segmenting="zh").fingerprint
    assert Tokenizer(segmenting="zh").fingerprint == Tokenizer(segmenting="chinese").fingerprint
    assert "segmented" not in Tokenizer().fingerprint


def test_words_tell_apart_what_characters_do_not_on_the_two_small_corpora():
    for package in ("jieba", "janome"):
        pytest.importorskip(package)
    script = runpy.run_path(str(ROOT / "scripts" / "segmenting.py"))
    card = (ROOT / "datasets" / "segmenting" / "README.md").read_text(encoding="utf-8")
    for language in script["LANGUAGES"]:
        single, words = (
            script["means"](script["ranked"](language, **settings))
            for settings in ({}, {"segmenting": language})
        )
        assert words["swapped"] > single["swapped"]
        assert words["plain"] == single["plain"] == 1.0
        assert f"| {language} | characters | {single['all']:.3f} |" in card
        assert f"| {language} | words | {words['all']:.3f} |" in card
