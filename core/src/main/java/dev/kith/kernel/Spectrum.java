package dev.kith.kernel;

/** Spectrum kernel: features count every substring of length k, wherever it stands; scaled to k(x, x) = 1. */
record Spectrum(int k) implements StringKernel {
    public Spectrum {
        Kernels.requireLength(k);
    }

    @Override
    public String spec() {
        return "spectrum:" + k;
    }

    @Override
    public void features(String text, Sink sink) {
        for (int start = 0; start <= text.length() - k; start++) {
            sink.add(start, k, 0, 1);
        }
    }

    @Override
    public boolean positional() {
        return false;
    }

    @Override
    public int shortest() {
        return k;
    }

    @Override
    public int longest() {
        return k;
    }
}
