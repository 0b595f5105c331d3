package dev.kith.score;

/** Whether a task should share with others. */
public enum Verdict {
    /** Sharing predicts better, beyond chance. */
    SHARE("share"),
    /** Sharing predicts worse, beyond chance: negative transfer. */
    ISOLATE("isolate"),
    /** Whatever difference there is, it is smaller than matters: the whole interval is within the margin. */
    SAME("no difference"),
    /** The interval contains no difference, and differences that matter. */
    UNCLEAR("too little data to tell");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
