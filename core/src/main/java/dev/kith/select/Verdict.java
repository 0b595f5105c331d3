package dev.kith.select;

/** Whether a task should share with others. */
public enum Verdict {
    /** Sharing predicts better, beyond chance. */
    SHARE("share"),
    /** Sharing predicts worse, beyond chance: negative transfer. */
    ISOLATE("isolate"),
    /** The interval contains no difference. */
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
