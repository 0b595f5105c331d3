"""Read a Kith model file with the standard library and NumPy: python3 read_kith.py MODEL.kith

Prints what the model says about itself, then every tensor: name, shape, numbers.
"""
import hashlib
import json
import struct
import sys

import numpy as np

TYPES = {"F64": "<f8", "I32": "<i4", "U8": "u1"}


def read(path):
    """The model's description (a dict) and its tensors (name -> array)."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    metadata = header.pop("__metadata__")
    if metadata.get("format") != "kith" or metadata["format_version"] != "1":
        raise ValueError(f"{path} is not a Kith model of format version 1")
    if hashlib.sha256(data).hexdigest() != metadata["tensors_sha256"]:
        raise ValueError(f"{path} is damaged")
    tensors = {
        name: np.frombuffer(data[slice(*t["data_offsets"])], TYPES[t["dtype"]]).reshape(t["shape"])
        for name, t in header.items()
    }
    return json.loads(metadata["model"]), tensors


if __name__ == "__main__":
    model, tensors = read(sys.argv[1])
    print(json.dumps(model))
    for name, values in tensors.items():
        print(name, list(values.shape), *(repr(v) for v in values.ravel().tolist()))
