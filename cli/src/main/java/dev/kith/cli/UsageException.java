package dev.kith.cli;

/** The command was called in a way that makes no sense; the message says what to write instead. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
