package dev.kith.structure.ties;

import dev.kith.data.shape.Shapes;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What the weights of a linear model are made of, where its method says so. */
public sealed interface WeightParts {
    /** Refuses other numbers of features and tasks. */
    void require(int features, int tasks);

    /**
     * Weights are what tasks share and what they have each for itself.
     *
     * @param weights the latter, d x T in the user's units and mostly zeros
     */
    record Own(Matrix weights) implements WeightParts {
        public Own {
            weights = weights.frozen();
        }

        @Override
        public void require(int features, int tasks) {
            Shapes.require("sparse part", weights, features, tasks);
        }
    }

    /**
     * Tasks are combinations of a few latent ones: the weights, in the units of the fit, are basis x codes.
     *
     * @param basis weights of the latent tasks, d x k in the units of the fit
     * @param codes what each task takes of them, k x T and sparse
     */
    record Factors(Matrix basis, Matrix codes) implements WeightParts {
        public Factors {
            basis = basis.frozen();
            codes = codes.frozen();
        }

        @Override
        public void require(int features, int tasks) {
            Shapes.require("basis", basis, features, basis.cols());
            Shapes.require("codes", codes, basis.cols(), tasks);
        }
    }

    /**
     * Tasks lean on others, which need not lean on them: the weights of task t, in the units of the fit, are drawn to sum_s given_st times those of task s.
     *
     * @param given T x T, &gt;= 0 and 0 on the diagonal: row s is what task s gives, column t what task t takes
     */
    record Transfer(Matrix given) implements WeightParts {
        public Transfer {
            given = given.frozen();
        }

        /** Task number {@code from} helps task number {@code to}. */
        public record Help(int from, int to, double weight) {}

        /** Who helps whom, strongest first. */
        public List<Help> helps() {
            List<Help> all = new ArrayList<>();
            for (int s = 0; s < given.rows(); s++) {
                for (int t = 0; t < given.cols(); t++) {
                    if (given.get(s, t) > 0) {
                        all.add(new Help(s, t, given.get(s, t)));
                    }
                }
            }
            all.sort(Comparator.comparingDouble(help -> -help.weight));
            return all;
        }

        @Override
        public void require(int features, int tasks) {
            Shapes.require("given", given, tasks, tasks);
        }
    }
}
