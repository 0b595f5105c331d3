package dev.kith.data.prepare;

import dev.kith.data.DataException;
import dev.kith.data.RawColumn;
import java.util.BitSet;

/** Cells that are texts. */
final class TextCells {
    private TextCells() {}

    static RawColumn.Texts of(RawColumn column) {
        if (column instanceof RawColumn.Texts texts) {
            return texts;
        }
        throw new DataException("column '" + column.name() + "' must be texts, got numbers");
    }

    /** How many rows have each of the texts, in the order of {@link RawColumn.Texts#values}. */
    static int[] counts(RawColumn.Texts texts) {
        int[] counts = new int[texts.values().size()];
        for (int i = 0; i < texts.rows(); i++) {
            if (!texts.missing(i)) {
                counts[texts.code(i)]++;
            }
        }
        return counts;
    }

    static BitSet missing(RawColumn column) {
        BitSet missing = new BitSet();
        for (int i = 0; i < column.rows(); i++) {
            missing.set(i, column.missing(i));
        }
        return missing;
    }
}
