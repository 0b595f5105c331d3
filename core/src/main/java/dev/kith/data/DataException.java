package dev.kith.data;

/**
 * The data, or a file, is wrong. The message says where (file, line, column, task), what the rule is and what was found:
 * {@code train.csv:17: column 'age': "n/a" is not a number (task 'school-12')}.
 */
public final class DataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
