"""The lines of a gzipped file in one random order: python3 bench/shuffled_mails.py FILE.svm.gz OUT.svm"""
import gzip
import random
import sys

with gzip.open(sys.argv[1], "rb") as file:
    lines = file.readlines()
random.Random(1).shuffle(lines)
with open(sys.argv[2], "wb") as out:
    out.writelines(lines)
