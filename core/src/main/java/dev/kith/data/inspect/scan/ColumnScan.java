package dev.kith.data.inspect.scan;

import dev.kith.data.date.Dates;
import dev.kith.data.read.NumberForm;
import dev.kith.data.read.Symbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cells of one column so far. Values are kept and counted up to a limit; beyond it only what all cells are. */
public final class ColumnScan {
    private final String name;
    private final NumberForm form;
    private final int limit;
    private final Symbols values = new Symbols();
    private final List<Cell> cells = new ArrayList<>();
    private final Map<CellKind, Long> beyond = new EnumMap<>(CellKind.class);
    private long[] counts = new long[16];
    private long rows;
    private long uncounted;
    private long runs;
    private int previous = -2;
    private int dates = -1;
    private long length;
    private long blanks;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    ColumnScan(String name, NumberForm form, int limit) {
        this.name = name;
        this.form = form;
        this.limit = limit;
    }

    /** Adds a cell and returns its text; one String per value that is kept. */
    String add(char[] chars, int from, int to) {
        rows++;
        int code = values.size() < limit ? values.add(chars, from, to) : values.find(chars, from, to);
        runs += code < 0 || code != previous ? 1 : 0;
        previous = code;
        if (code < 0) {
            String text = new String(chars, from, to - from);
            Cell cell = Cell.of(text, form);
            uncounted++;
            beyond.merge(cell.kind(), 1L, Long::sum);
            see(text, cell);
            return text;
        }
        if (code == cells.size()) {
            Cell cell = Cell.of(values.name(code), form);
            cells.add(cell);
            see(values.name(code), cell);
        }
        counts = code < counts.length ? counts : Arrays.copyOf(counts, 2 * code);
        counts[code]++;
        return values.name(code);
    }

    private void see(String text, Cell cell) {
        if (cell.kind() == CellKind.MISSING) {
            return;
        }
        length = Math.max(length, text.length());
        blanks += text.indexOf(' ') >= 0 ? 1 : 0;
        dates = dates == -1 ? cell.dates() : Dates.common(dates, cell.dates());
        if (cell.kind().numeric()) {
            low = Math.min(low, cell.value());
            high = Math.max(high, cell.value());
        }
    }

    public String name() {
        return name;
    }

    public long rows() {
        return rows;
    }

    /** How many cells are of a kind. */
    public long count(CellKind kind) {
        long count = beyond.getOrDefault(kind, 0L);
        for (int k = 0; k < cells.size(); k++) {
            count += cells.get(k).kind() == kind ? counts[k] : 0;
        }
        return count;
    }

    public long missing() {
        return count(CellKind.MISSING);
    }

    /** How missing cells are spelled, and how often. */
    public Map<String, Long> spelled() {
        Map<String, Long> spelled = new LinkedHashMap<>();
        for (int k = 0; k < cells.size(); k++) {
            if (cells.get(k).kind() == CellKind.MISSING) {
                spelled.put(values.name(k), counts[k]);
            }
        }
        return spelled;
    }

    /** The values that are kept, missing ones left out, in the order they appeared, and how often. */
    public Map<String, Long> values() {
        Map<String, Long> kept = new LinkedHashMap<>();
        for (int k = 0; k < cells.size(); k++) {
            if (cells.get(k).kind() != CellKind.MISSING) {
                kept.put(values.name(k), counts[k]);
            }
        }
        return kept;
    }

    /** As many different values as are known, missing ones left out. */
    public int distinct() {
        return (int)
                cells.stream().filter(cell -> cell.kind() != CellKind.MISSING).count();
    }

    /** Whether there are more values than could be kept. */
    public boolean more() {
        return uncounted > 0;
    }

    /** How often a row differs from the one before it, the first row counted. */
    public long runs() {
        return runs;
    }

    /** The ways in which all cells are dates; 0 when they are not. */
    public int dates() {
        return dates == -1 ? 0 : dates;
    }

    /** How numbers of this column are written. */
    public NumberForm form() {
        return form;
    }

    /** Letters of the longest text. */
    public long longest() {
        return length;
    }

    /** Different texts with a blank in them. */
    public long blanks() {
        return blanks;
    }

    /** The smallest number; not finite where there is none. */
    public double low() {
        return low;
    }

    public double high() {
        return high;
    }

    /** What a text is in this column. */
    public Cell cell(String text) {
        return Cell.of(text, form);
    }

    /** The number that {@code text} is in this column, NaN when it is none. */
    public double number(String text) {
        return cell(text).value();
    }
}
