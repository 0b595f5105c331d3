package dev.kith.model.uncertainty;

import dev.kith.data.Inputs;
import dev.kith.linalg.Matrix;
import dev.kith.model.Model;

/**
 * What is left uncertain by the data under the Gaussian-process reading of the squared loss: a new label of task t at x
 * has variance
 *
 * <pre>  noise_t (1 + spread_t(x))  </pre>
 *
 * with spread_t(x) the variance of f_t(x), intercept and all, in units of the noise of one observation.
 */
public sealed interface Posterior permits LinearPosterior, KernelPosterior {
    /** The variance of the noise, 1 x T, in the labels' units squared. */
    Matrix noise();

    /** How many errors stand behind each task's noise, 1 x T: degrees of freedom; 0 where a task has no labels at all. */
    Matrix freedom();

    /** spread of task {@code tasks[i]} at input i. */
    double[] spread(Model model, Inputs x, int[] tasks);

    /** Refuses a model this cannot be of. */
    void requireSuits(Model model);

    /** The same uncertainty about the predictor, with noise of another size. */
    Posterior withNoise(Matrix noise, Matrix freedom);
}
