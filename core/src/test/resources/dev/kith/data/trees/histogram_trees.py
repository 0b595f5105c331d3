"""Makes histogram_trees.csv: boosted trees of scikit-learn on a small simulated table (written with scikit-learn 1.2.1, numpy 1.24.2).

Rows of 12 tasks: y = level of the task + sin(3 x1) + x2 x3 sign of the task + a step in x4 + noise; 600 rows train, 600 are held out.
Columns: task, x1 to x4, y, test (1: held out), and predictions of trees of 4 and of 16 leaves with the task as a category:
100 trees, rate 0.1, leaves of 5 rows or more, l2 1.
"""
import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingRegressor

random = np.random.default_rng(7)
task = random.integers(0, 12, 1200)
x = random.normal(size=(1200, 4)).round(3)
level, sign = random.normal(size=12), random.choice([-1, 1], 12)
y = level[task] + np.sin(3 * x[:, 0]) + x[:, 1] * x[:, 2] * sign[task] + (x[:, 3] > 0.5) + 0.3 * random.normal(size=1200)
y = y.round(4)
test = np.arange(1200) >= 600
columns = np.column_stack([x, task])
predicted = []
for leaves in (4, 16):
    trees = HistGradientBoostingRegressor(
        max_iter=100, max_leaf_nodes=leaves, learning_rate=0.1, min_samples_leaf=5, l2_regularization=1,
        early_stopping=False, categorical_features=[4])
    predicted.append(trees.fit(columns[~test], y[~test]).predict(columns))
    print(sklearn.__version__, leaves, np.sqrt(np.mean((predicted[-1][test] - y[test]) ** 2)))
with open("histogram_trees.csv", "w") as file:
    file.write("task,x1,x2,x3,x4,y,test,leaves4,leaves16\n")
    for i in range(1200):
        file.write(f"{task[i]},{','.join(map(str, x[i]))},{y[i]},{int(test[i])},{predicted[0][i]:.6f},{predicted[1][i]:.6f}\n")
