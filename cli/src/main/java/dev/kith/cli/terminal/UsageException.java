package dev.kith.cli.terminal;

/** The command was called in a way that makes no sense; the message says what to write instead. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
