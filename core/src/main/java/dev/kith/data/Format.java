package dev.kith.data;

import java.util.Locale;

/** The kinds of text file that hold data; each may be compressed with gzip. */
public enum Format {
    /** Fields between commas; the first line names the columns. */
    CSV(','),
    /** Fields between tabs; the first line names the columns. */
    TSV('\t'),
    /** {@code label qid:TASK index:value ...}, indices from 1, ascending; without a qid all rows are of one task. */
    LIBSVM(' ');

    private final char separator;

    Format(char separator) {
        this.separator = separator;
    }

    public char separator() {
        return separator;
    }

    /** By the ending: {@code .svm} and {@code .libsvm}, {@code .tsv} and {@code .tab}; all others are CSV. */
    public static Format of(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
        if (name.endsWith(".svm") || name.endsWith(".libsvm")) {
            return LIBSVM;
        }
        return name.endsWith(".tsv") || name.endsWith(".tab") ? TSV : CSV;
    }
}
