package dev.kith.check.exact;

/**
 * Observations as rows over the unknowns u: prediction z_o = a_o'u, each with its label and weight in the objective. A row is
 * a few runs of features, each times a number, and possibly an intercept.
 */
public final class Design {
    final int unknowns;
    final LossKind loss;
    private final DdMatrix features;
    private final int[] input;
    private final int[][] starts;
    private final Dd[][] factors;
    private final int[] intercept;
    final Dd[] label;
    public final Dd[] weight;

    /**
     * @param features one row per input
     * @param input the row of every observation
     * @param starts where, among the unknowns, the weights of an observation's runs of features begin
     * @param factors what the features are multiplied by in each run
     * @param intercept the unknown that is an observation's intercept, or -1
     */
    public Design(
            int unknowns,
            LossKind loss,
            DdMatrix features,
            int[] input,
            int[][] starts,
            Dd[][] factors,
            int[] intercept,
            Dd[] label,
            Dd[] weight) {
        this.unknowns = unknowns;
        this.loss = loss;
        this.features = features;
        this.input = input;
        this.starts = starts;
        this.factors = factors;
        this.intercept = intercept;
        this.label = label;
        this.weight = weight;
    }

    int size() {
        return input.length;
    }

    /** a_o'u for every observation. */
    public Dd[] predict(DdMatrix u) {
        Dd[] z = new Dd[input.length];
        for (int o = 0; o < z.length; o++) {
            Dd sum = intercept[o] >= 0 ? u.get(intercept[o], 0) : Dd.ZERO;
            for (int r = 0; r < starts[o].length; r++) {
                Dd run = Dd.ZERO;
                for (int j = 0; j < features.cols; j++) {
                    run = run.plus(features.get(input[o], j).times(u.get(starts[o][r] + j, 0)));
                }
                sum = sum.plus(run.times(factors[o][r]));
            }
            z[o] = sum;
        }
        return z;
    }

    /** The sum of weighted losses. */
    public Dd exact(Dd[] z) {
        Dd sum = Dd.ZERO;
        for (int o = 0; o < z.length; o++) {
            if (weight[o].isPositive()) {
                sum = sum.plus(weight[o].times(loss.value(label[o], z[o])));
            }
        }
        return sum;
    }

    /** The sum of weighted smooth losses. */
    Dd smooth(Dd[] z, double mu) {
        Dd sum = Dd.ZERO;
        for (int o = 0; o < z.length; o++) {
            if (weight[o].isPositive()) {
                sum = sum.plus(weight[o].times(loss.smooth(label[o], z[o], mu).value()));
            }
        }
        return sum;
    }

    /** Adds the smooth losses' second derivatives to {@code hessian} and first ones to {@code gradient}. */
    void differentiate(Dd[] z, double mu, DdMatrix hessian, DdMatrix gradient) {
        int[] at = new int[unknowns];
        Dd[] value = new Dd[unknowns];
        for (int o = 0; o < z.length; o++) {
            if (!weight[o].isPositive()) {
                continue;
            }
            LossKind.Local local = loss.smooth(label[o], z[o], mu);
            int size = row(o, at, value);
            Dd slope = weight[o].times(local.slope());
            Dd bend = weight[o].times(local.curvature());
            for (int k = 0; k < size; k++) {
                gradient.add(at[k], 0, slope.times(value[k]));
                Dd scaled = bend.times(value[k]);
                for (int l = 0; l < size; l++) {
                    hessian.add(at[k], at[l], scaled.times(value[l]));
                }
            }
        }
    }

    /** Writes the unknowns that matter to an observation and their factors; returns how many. */
    private int row(int o, int[] at, Dd[] value) {
        int size = 0;
        for (int r = 0; r < starts[o].length; r++) {
            for (int j = 0; j < features.cols; j++) {
                at[size] = starts[o][r] + j;
                value[size++] = features.get(input[o], j).times(factors[o][r]);
            }
        }
        if (intercept[o] >= 0) {
            at[size] = intercept[o];
            value[size++] = Dd.ONE;
        }
        return size;
    }
}
