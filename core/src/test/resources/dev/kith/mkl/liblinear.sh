#!/usr/bin/env bash
# Regenerates liblinear.svm (data) and liblinear.txt (objective values by LIBLINEAR, package liblinear-tools 2.3.0+dfsg-5 of Debian).
# L2-regularised L1-loss (hinge, -s 3) and logistic (-s 7) in the dual, without bias; then on the same rows augmented with a copy of
# the features per task, which is what "shared + own" task kernels with fixed weights 1 mean.
set -euo pipefail
cd "$(dirname "$0")"

python3 - <<'PY'
import random
random.seed(11)
with open("liblinear.svm", "w") as plain, open("augmented.svm", "w") as augmented:
    for i in range(90):
        task = i % 3
        row = {j: round(random.gauss(0, 1), 4) for j in sorted(random.sample(range(1, 13), 6))}
        score = sum(v * (1 if j % 2 else -1) for j, v in row.items()) + row.get(1 + task, 0) * 2 + random.gauss(0, 1.5)
        label = "+1" if score > 0 else "-1"
        text = " ".join(f"{j}:{v}" for j, v in row.items())
        own = " ".join(f"{j + 12 * (task + 1)}:{v}" for j, v in row.items())
        plain.write(f"{label} qid:{task} {text}\n")
        augmented.write(f"{label} {text} {own}\n")
PY
sed 's/ qid:[0-9]*//' liblinear.svm > plain.svm
for solver in 3 7; do
  for data in plain augmented; do
    for c in 0.02 0.2; do
      log=$(liblinear-train -s "$solver" -c "$c" -e 1e-7 "$data.svm" model.tmp)
      if grep -q 'reaching max' <<< "$log"; then echo "not converged: $solver $data $c" >&2; exit 1; fi
      echo "$solver $data $c $(sed -n 's/^Objective value = //p' <<< "$log")"
    done
  done
done > liblinear.txt
rm -f plain.svm augmented.svm model.tmp
