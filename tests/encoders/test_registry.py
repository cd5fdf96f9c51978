"""Which encoder a suite's settings mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import Field
from tests.encoders.stubs import BagStub
from tests.tiny import run_tiny, write_tiny

from goldrank.encoders import registry
from goldrank.encoders.base import Encoder
from goldrank.encoders.registry import encoder_settings
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.encoders.user import UserEncoder
from goldrank.errors import GoldrankError
from goldrank.suites.suite import load_suite


def test_the_bundled_model_is_the_default() -> None:
    assert make_encoder() == SentenceTransformerEncoder("bundled")


@pytest.mark.parametrize("model", ["a/b", "./models/x", "C:\\models\\x", "all-MiniLM-L6-v2"])
def test_names_and_folders_are_sentence_transformers(model: str) -> None:
    assert make_encoder(model=model, batch_size=8) == SentenceTransformerEncoder(
        model, batch_size=8
    )


def test_module_and_callable_are_the_users_own() -> None:
    made = make_encoder(model="pack.mine:Thing.encode", version="3")
    assert made == UserEncoder("pack.mine:Thing.encode", version="3")


@pytest.mark.parametrize(
    ("model", "setting", "hint"),
    [
        ("bundled", "dtyp", 'mean "dtype"'),
        ("m:f", "device", "it has version"),
        ("bundled", "model_", 'mean "model"'),
        ("bundled", "zzz", "it has device, dtype"),
    ],
)
def test_a_setting_that_the_encoder_lacks_is_an_error_that_helps(
    model: str, setting: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(GoldrankError, match=hint):
        encoder_settings({"model": model, setting: "x"})


def make_encoder(**table: object) -> Encoder:
    return encoder_settings(table).make(SuiteFolders())


class BagSettings(EncoderSettings):
    """A kind as a user of the library adds one: its settings, its names, its encoder."""

    width: int = Field(default=16, gt=0)

    @classmethod
    def takes(cls, model: str) -> bool:
        return model.startswith("bag-of-")

    def make(self, place: SuiteFolders) -> Encoder:
        assert place.folder.is_dir()
        return BagStub(12, width=self.width, name=self.model, fingerprint=f"bag {self.width}")


KNOWN = ", ".join(["bag", *registry.KINDS])


def suite_with(folder: Path, encoder: str) -> Path:
    """The tiny suite with another table of the encoder, one variant and one ranker."""
    one = 'variant = [{name = "raw", representation = "raw"}]\n'
    suite = write_tiny(folder, top='rankers = ["vector"]\n' + one)
    head, _, _ = suite.read_text().partition("[encoder]")
    suite.write_text(f"{head}[encoder]\n{encoder}\n")
    return suite


def test_a_new_kind_is_a_class_and_a_line_of_the_registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "KINDS", {"bag": BagSettings, **registry.KINDS})
    run = run_tiny(suite_with(tmp_path, 'model = "bag-of-words"\nwidth = 8'), tmp_path / "cache")
    assert run.settings["encoder"] == {"model": "bag-of-words", "width": 8}
    assert run.fingerprints["encoder"] == "bag 8"
    # It reads 12 words, and the measurement finds them without being told.
    assert run.window["content_tokens"] == 12
    assert list(run.needs["query_id"]) == ["q1", "q2"]


def test_a_kind_that_is_named_is_taken_whatever_the_model_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "KINDS", {**registry.KINDS, "bag": BagSettings})
    named = 'kind = "bag"\nmodel = "tiny_encoder:encode"'
    suite = load_suite(suite_with(tmp_path, named))
    [encoder] = suite.encoder
    assert encoder == BagSettings(kind="bag", model="tiny_encoder:encode", width=16)
    # Another model is of the kind that takes it, and keeps nothing that is of this one.
    table = registry.with_model(encoder, "m:f", tmp_path)
    assert table == {"model": "m:f"}


@pytest.mark.parametrize(
    ("encoder", "message"),
    [
        (
            'kind = "bag"\nmodel = "x"\nwidht = 8',
            'tiny.toml: encoder "x": no setting "widht"; did you mean "width"?',
        ),
        (
            'kind = "bag"\nmodel = "x"\nwidth = 0',
            "tiny.toml: 'encoder.width': expected greater than 0, got 0",
        ),
        (
            'kind = "bga"',
            f'encoder "bundled": unknown kind \'bga\'; did you mean "bag"? (known: {KNOWN})',
        ),
        # What one kind has, another does not.
        (
            'model = "m:f"\ndevice = "cuda"',
            'encoder "m:f": no setting "device"; it has version, query_prompt, document_prompt, '
            "tokenizer",
        ),
    ],
)
def test_each_kind_checks_its_own_settings(
    encoder: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "KINDS", {"bag": BagSettings, **registry.KINDS})
    with pytest.raises(GoldrankError) as error:
        load_suite(suite_with(tmp_path, encoder))
    assert str(error.value).endswith(message)


def test_every_model_has_a_kind_and_a_kind_that_is_named_goes_first() -> None:
    *_, last = registry.KINDS.values()
    assert last.takes("")
    assert last.takes("a/b")
    assert last.takes("m:f")
    assert encoder_settings({"model": "m:f"}).own_code == "m:f"
    named = encoder_settings({"kind": "sentence-transformers", "model": "m:f"})
    assert named.own_code == ""
    assert named.make(SuiteFolders()) == SentenceTransformerEncoder("m:f")


@pytest.mark.parametrize("model", ["bundled", "m:f"])
def test_what_records_hold_of_the_other_kind_is_read_again_and_nothing_else(model: str) -> None:
    settings = encoder_settings({"model": model, "query_prompt": "q: "})
    written = settings.model_dump(mode="json", exclude_none=True)
    # One form for both kinds, as records have held it from the first.
    names = {"model", "device", "dtype", "batch_size", "download", "version", "tokenizer"}
    assert set(written) == {*names, "query_prompt"}
    assert encoder_settings(written) == settings
    foreign = "version" if model == "bundled" else "device"
    with pytest.raises(GoldrankError, match=f'no setting "{foreign}"'):
        encoder_settings({**written, foreign: "other"})


def test_a_folder_beside_the_suite_is_meant_and_bundled_is_always_the_bundled_one(
    tmp_path: Path,
) -> None:
    for name in ("mine", "bundled"):
        (tmp_path / name).mkdir()
    names = [
        encoder_settings({"model": model}).make(SuiteFolders(tmp_path)).name
        for model in ("mine", "bundled", "theirs")
    ]
    assert names == [str(tmp_path / "mine"), "bundled", "theirs"]


def test_a_tokenizer_beside_the_suite_is_meant_and_a_callable_stays_one(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}")
    for named, meant in [("tokenizer.json", str(tmp_path / "tokenizer.json")), ("m:f", "m:f")]:
        settings = encoder_settings({"model": "a:b", "tokenizer": named})
        place = SuiteFolders(tmp_path, (tmp_path,))
        assert settings.make(place) == UserEncoder("a:b", tokenizer=meant, folders=(str(tmp_path),))
