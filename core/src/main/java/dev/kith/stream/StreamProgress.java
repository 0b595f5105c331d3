package dev.kith.stream;

/**
 * How a run is doing at the end of a window.
 *
 * @param rows rows predicted so far, those before a checkpoint included
 * @param mistakes how many of them were predicted wrong
 * @param windowRows rows of the window that has just ended
 * @param windowMistakes how many of those were predicted wrong
 */
public record StreamProgress(long rows, long mistakes, long windowRows, long windowMistakes) {
    /** The share of mistakes so far. */
    public double rate() {
        return (double) mistakes / rows;
    }

    /** The share of mistakes in the window that has just ended. */
    public double windowRate() {
        return (double) windowMistakes / windowRows;
    }
}
