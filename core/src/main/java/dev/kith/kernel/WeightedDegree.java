package dev.kith.kernel;

/**
 * Weighted-degree kernel: substrings of every length 1 to k at the same position in both strings. A match of length l
 * counts 2 (k - l + 1) / (k (k + 1)); scaled to k(x, x) = 1.
 */
record WeightedDegree(int k) implements StringKernel {
    public WeightedDegree {
        Kernels.requireLength(k);
    }

    @Override
    public String spec() {
        return "weighted-degree:" + k;
    }

    @Override
    public void features(String text, Sink sink) {
        for (int length = 1; length <= Math.min(k, text.length()); length++) {
            double root = Math.sqrt(2.0 * (k - length + 1) / (k * (k + 1.0)));
            for (int start = 0; start <= text.length() - length; start++) {
                sink.add(start, length, start, root);
            }
        }
    }

    @Override
    public boolean positional() {
        return true;
    }

    @Override
    public int shortest() {
        return 1;
    }

    @Override
    public int longest() {
        return k;
    }
}
