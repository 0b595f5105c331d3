package dev.kith.data.keep;

import dev.kith.data.read.MissingWords;
import java.util.List;

/** The cells of a row by the names of their columns. */
record Row(List<String> header, MissingWords missing, Condition.Cells cells) {
    Value value(String column) {
        String text = cells.text(header.indexOf(column));
        return missing.contains(text.toCharArray(), 0, text.length()) ? Value.MISSING : Value.cell(column, text);
    }
}
