package dev.kith.model.decoder;

/** What the decoders share. */
final class Decoders {
    private Decoders() {}

    static double distance(double[] x, double[] y) {
        double sum = 0;
        for (int t = 0; t < x.length; t++) {
            sum += (x[t] - y[t]) * (x[t] - y[t]);
        }
        return Math.sqrt(sum);
    }
}
