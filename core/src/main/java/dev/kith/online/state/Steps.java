package dev.kith.online.state;

/** The rates of one row's features and where their weights are, between gathering and moving; reused row after row. */
public final class Steps {
    private int[] places = new int[0];
    private double[] rates = new double[0];
    private int size;

    void clear(int entries) {
        if (entries > rates.length) {
            places = new int[Math.max(entries, 2 * rates.length)];
            rates = new double[places.length];
        }
        size = entries;
    }

    void set(int k, int place, double rate) {
        places[k] = place;
        rates[k] = rate;
    }

    int size() {
        return size;
    }

    int[] places() {
        return places;
    }

    double[] rates() {
        return rates;
    }
}
