"""The layout of a model file: a JSON header and raw tensors, in the safetensors layout.

Every byte is under one of two SHA-256 digests, or decides what they are of, so that damage never goes unnoticed. A file
made on purpose has right digests: everything else is checked as if there were none.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from typing import Any, Dict, List, Tuple

import numpy as np

from .errors import ModelFileError

MAX_HEADER = 64 << 20
MAX_DEPTH = 8
MAX_RANK = 4
MAX_LENGTH = 2**31 - 9
VERSION = "1"
START = b'{"__metadata__":{"format":"kith","format_version":"1","header_sha256":"'
DAMAGED = "; the file is damaged: restore it or train the model again"
TYPES = {"F64": np.dtype("<f8"), "I32": np.dtype("<i4"), "U8": np.dtype("u1")}


def content(path: "str | os.PathLike[str]") -> bytes:
    """The bytes of a file."""
    if not os.path.isfile(path):
        what = "not a regular file" if os.path.exists(path) else "no such file"
        raise ModelFileError(f"{what}; name a model file")
    with open(path, "rb") as file:
        return file.read()


def parse(content: bytes) -> Tuple[str, Dict[str, np.ndarray]]:
    """The JSON text that describes a model, and its tensors by name."""
    header, data = _split(content)
    root = json_object("header", _text(header))
    metadata = _take(root, "__metadata__", dict, "header")
    _require_version(metadata)
    where = "header: '__metadata__'"
    _require_digest("header", _take(metadata, "header_sha256", str, where), _header_digest(header))
    digest = _take(metadata, "tensors_sha256", str, where)
    description = _take(metadata, "model", str, where)
    if metadata:
        raise ModelFileError(f"{where} has unknown members {sorted(metadata)}")
    slots = _slots(root, len(data))
    _require_digest("tensors", digest, hashlib.sha256(data).hexdigest())
    tensors = {}
    for name, kind, shape, start, end in slots:
        values = np.frombuffer(data[start:end], dtype=kind).reshape(shape)
        if kind == TYPES["F64"] and not np.isfinite(values).all():
            raise ModelFileError(f"tensor '{name}' must hold finite numbers{DAMAGED}")
        tensors[name] = values
    return description, tensors


def _split(content: bytes) -> Tuple[bytes, memoryview]:
    if len(content) < 8:
        raise ModelFileError(f"not a Kith model: {len(content)} bytes are too few{DAMAGED}")
    length = int.from_bytes(content[:8], "little")
    if not 2 <= length <= MAX_HEADER:
        raise ModelFileError(f"not a Kith model: header length must be from 2 to {MAX_HEADER}, got {length}")
    if length > len(content) - 8:
        raise ModelFileError(f"header length is {length} but only {len(content) - 8} bytes follow{DAMAGED}")
    header = content[8 : 8 + length]
    if header[:1] != b"{":
        raise ModelFileError("not a Kith model: no header where it should be")
    return header, memoryview(content)[8 + length :]


def _text(header: bytes) -> str:
    try:
        return header.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ModelFileError(f"header is not UTF-8{DAMAGED}") from error


def _require_version(metadata: Dict[str, Any]) -> None:
    where = "header: '__metadata__'"
    form = _take(metadata, "format", str, where)
    if form != "kith":
        raise ModelFileError(f"not a Kith model: format must be 'kith', got '{form}'")
    version = _take(metadata, "format_version", str, where)
    if version != VERSION:
        raise ModelFileError(
            f"model file format is version {version}, this package reads version {VERSION}; "
            "update it or train the model again with an older Kith"
        )


def _header_digest(header: bytes) -> str:
    end = len(START) + 64
    if len(header) < end or not header.startswith(START):
        raise ModelFileError(f"header does not start with its digest{DAMAGED}")
    return hashlib.sha256(START + b"0" * 64 + header[end:]).hexdigest()


def _require_digest(what: str, expected: str, actual: str) -> None:
    if expected != actual:
        raise ModelFileError(f"SHA-256 of the {what} must be {expected}, got {actual}{DAMAGED}")


def _slots(root: Dict[str, Any], available: int) -> List[Tuple[str, np.dtype, Tuple[int, ...], int, int]]:
    """Where each tensor lies; together they cover the bytes exactly, in the header's order, without holes."""
    slots = []
    at = 0
    for name, entry in root.items():
        where = f"tensor '{name}'"
        if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
            raise ModelFileError(f"{where} must have dtype, shape and data_offsets, and nothing else")
        if not isinstance(entry["dtype"], str) or entry["dtype"] not in TYPES:
            raise ModelFileError(f"{where}: dtype must be one of {', '.join(TYPES)}, got {entry['dtype']!r}")
        kind = TYPES[entry["dtype"]]
        shape = _shape(where, entry["shape"])
        end = at + math.prod(shape) * kind.itemsize
        if entry["data_offsets"] != [at, end] or end > available:
            raise ModelFileError(
                f"{where}: data_offsets must be [{at}, {end}] within {available} bytes, "
                f"got {entry['data_offsets']}{DAMAGED}"
            )
        slots.append((name, kind, shape, at, end))
        at = end
    if at != available:
        raise ModelFileError(f"tensors take {at} bytes but {available} follow the header{DAMAGED}")
    return slots


def _shape(where: str, sizes: Any) -> Tuple[int, ...]:
    right = isinstance(sizes, list) and len(sizes) <= MAX_RANK and all(_size(size) for size in sizes)
    if not right or math.prod(sizes) > MAX_LENGTH:
        raise ModelFileError(f"{where}: shape must be up to {MAX_RANK} sizes >= 0 of at most {MAX_LENGTH} elements, got {sizes}")
    return tuple(sizes)


def _size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _take(members: Dict[str, Any], key: str, kind: type, where: str) -> Any:
    if key not in members:
        raise ModelFileError(f"{where} has no '{key}'")
    value = members.pop(key)
    if not isinstance(value, kind):
        raise ModelFileError(f"{where}: '{key}' must be a {'string' if kind is str else 'JSON object'}")
    return value


def json_object(where: str, text: str) -> Dict[str, Any]:
    """A JSON object from an untrusted text: no key twice, no numbers that are not finite, no deep nesting."""
    try:
        value = json.loads(
            text, object_pairs_hook=_members, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole
        )
    except ModelFileError as error:
        raise ModelFileError(f"{where} {error}") from None
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{where} is not valid JSON: {error}") from error
    if not isinstance(value, dict):
        raise ModelFileError(f"{where} must be a JSON object")
    if _depth(value, MAX_DEPTH) < 0:
        raise ModelFileError(f"{where} must not be nested more than {MAX_DEPTH} deep")
    return value


def _members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ModelFileError("has a key twice")
    return members


def _no_constant(text: str) -> Any:
    raise ModelFileError(f"must hold finite numbers, got {text}")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ModelFileError(f"must hold finite numbers, got {text[:40]}")
    return value


def _whole(text: str) -> int:
    if len(text) > 20 or not -(2**63) <= int(text) < 2**63:
        raise ModelFileError(f"must hold whole numbers of 64 bits, got {text[:40]}")
    return int(text)


def _depth(value: Any, left: int) -> int:
    """Levels left below; negative where there are too many."""
    if not isinstance(value, (dict, list)):
        return left
    if left == 0:
        return -1
    inside = value.values() if isinstance(value, dict) else value
    return min((_depth(one, left - 1) for one in inside), default=left - 1)
