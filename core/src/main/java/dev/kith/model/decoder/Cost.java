package dev.kith.model.decoder;

/** What a decoder minimises for one input, as a sum over the tasks. */
interface Cost extends Minimisable {
    /** How much each task counts: its confidence, &gt; 0. Not to be written to. */
    double[] weights();

    /** Where the tasks would stand on their own. Not to be written to. */
    double[] start();

    /** z -&gt; min over c of cost(t, c) + pull (c - z)^2, for each task. */
    Minimisable softened(double pull);

    /** The c at which {@link #softened} has its value at z. */
    double[] behind(double[] z, double pull);
}
