"""Any bytes load as the model that was written or are refused with one exception, whatever became of them."""

import hashlib
import json
import random
import unittest

import numpy as np

import kith
from kith import tensorfile

from .test_golden import GOLDEN, REFUSED, inputs

FILES = sorted((GOLDEN / "v1").glob("*.kith")) + [GOLDEN / "prepared-v2/prepared.kith"]
NAMES = {"<f8": "F64", "<i4": "I32", "|u1": "U8"}


def forge(description, tensors, start=tensorfile.START):
    """The bytes of a file with right digests, whatever it says."""
    at, slots, data = 0, {}, b""
    for name, values in tensors.items():
        raw = values.tobytes()
        slots[name] = {"dtype": NAMES[values.dtype.str], "shape": list(values.shape), "data_offsets": [at, at + len(raw)]}
        at, data = at + len(raw), data + raw
    rest = json.dumps({"tensors_sha256": hashlib.sha256(data).hexdigest(), "model": description})[1:]
    header = start + b"0" * 64 + b'",' + rest.encode() + "".join(
        f",{json.dumps(name)}:{json.dumps(slot)}" for name, slot in slots.items()
    ).encode() + b"}"
    digest = hashlib.sha256(header).hexdigest().encode()
    header = header[: len(start)] + digest + header[len(start) + 64 :]
    return len(header).to_bytes(8, "little") + header + data


def rows_of(model):
    """Rows that suit any model: texts are numbers, too."""
    return {name: ["1", "3"] for name in model.columns}


class Damage(unittest.TestCase):
    def test_every_truncation_is_refused(self):
        for file in FILES:
            content = file.read_bytes()
            for length in range(len(content)):
                with self.assertRaises(kith.ModelFileError, msg=f"{file.name} cut to {length}"):
                    kith.loads(content[:length])

    def test_every_flipped_byte_is_refused(self):
        for file in FILES:
            content = bytearray(file.read_bytes())
            for k in range(len(content)):
                content[k] ^= 1 << k % 8
                with self.assertRaises(kith.ModelFileError, msg=f"{file.name}, byte {k}"):
                    kith.loads(bytes(content))
                content[k] ^= 1 << k % 8

    def test_more_bytes_are_refused(self):
        with self.assertRaises(kith.ModelFileError):
            kith.loads(FILES[0].read_bytes() + b"\0")

    def test_what_is_forged_back_is_the_model(self):
        for file in FILES:
            if file.stem not in REFUSED:
                model, again = kith.load(file), kith.loads(forge(*tensorfile.parse(file.read_bytes())))
                if file.stem != "prepared":
                    rows = inputs(file.stem, model)
                    np.testing.assert_array_equal(model.values(rows), again.values(rows))

    def test_a_newer_version_is_named(self):
        content = forge(*tensorfile.parse(FILES[0].read_bytes()), start=tensorfile.START.replace(b'"1"', b'"2"'))
        with self.assertRaisesRegex(kith.ModelFileError, "version 2.*reads version 1"):
            kith.loads(content)

    def test_what_nobody_knows_is_refused_unless_it_is_optional(self):
        description, tensors = tensorfile.parse(FILES[0].read_bytes())
        with self.assertRaisesRegex(kith.ModelFileError, "does not know: surprise"):
            kith.loads(forge(description, {**tensors, "surprise": np.zeros(2)}))
        kith.loads(forge(description, {**tensors, "optional_surprise": np.zeros(2)}))
        for where in ("texts", None):
            model = json.loads(description)
            (model[where] if where else model)["surprise"] = "x"
            with self.assertRaisesRegex(kith.ModelFileError, "surprise"):
                kith.loads(forge(json.dumps(model), tensors))

    def test_forged_files_load_or_are_refused(self):
        chance = random.Random(2026)
        refused = 0
        for round_ in range(3000):
            file = chance.choice(FILES)
            description, tensors = tensorfile.parse(file.read_bytes())
            model, tensors = json.loads(description), dict(tensors)
            change = chance.choice(CHANGES)
            what = change(chance, model, tensors)
            try:
                loaded = kith.loads(forge(json.dumps(model), tensors))
            except kith.KithError:
                refused += 1
                continue
            except Exception as error:  # noqa: BLE001 - this is what must not happen
                self.fail(f"round {round_}, {file.name}, {change.__name__} {what}: {error!r}")
            try:
                loaded.values(rows_of(loaded))
            except kith.KithError:
                pass
            except Exception as error:  # noqa: BLE001 - this is what must not happen
                self.fail(f"round {round_}, {file.name}, {change.__name__} {what}: {error!r}")
        self.assertGreater(refused, 2000)


def lose_tensor(chance, model, tensors):
    name = chance.choice(list(tensors))
    del tensors[name]
    return name


def more_tensors(chance, model, tensors):
    tensors["surprise"] = np.zeros(3)


def cut_tensor(chance, model, tensors):
    name = chance.choice(list(tensors))
    tensors[name] = tensors[name][: len(tensors[name]) // 2]
    return name


def other_type(chance, model, tensors):
    name = chance.choice(list(tensors))
    with np.errstate(all="ignore"):
        tensors[name] = tensors[name].astype(chance.choice(["<f8", "<i4", "u1"])).reshape(-1)
    return name


def other_numbers(chance, model, tensors):
    name = chance.choice(list(tensors))
    wild = tensors[name].copy()
    wild.reshape(-1)[...] = chance.choice([0, 7, 255] if wild.dtype == "u1" else [-1, 0, 2**31 - 1, -5])
    tensors[name] = wild
    return name


def lose_member(chance, model, tensors):
    key = chance.choice(list(model))
    del model[key]
    model.setdefault("features", [])
    return key


def other_member(chance, model, tensors):
    key = chance.choice([key for key in model if key != "features"])
    model[key] = chance.choice([None, 3, -2.5, "x", [], {}, ["a", "a"], {"a": "b"}, True, [1]])
    return key


def fewer_names(chance, model, tensors):
    key = chance.choice(["tasks", "features", "classes"])
    model[key] = model[key][1:]
    return key


def other_text(chance, model, tensors):
    if model["texts"]:
        key = chance.choice(list(model["texts"]))
        model["texts"][key] = chance.choice(["", ":", "gaussian:-1", "columns:3", "strings:::::", "{", "a@b + c", "nodes", "polynomial:x"])
        return key
    model["texts"]["surprise"] = "x"
    return None


CHANGES = [
    lose_tensor, more_tensors, cut_tensor, other_type, other_numbers, lose_member, other_member, fewer_names, other_text,
]  # fmt: skip

if __name__ == "__main__":
    unittest.main()
