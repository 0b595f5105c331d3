package dev.kith.data.read.csv;

import dev.kith.data.layout.Reading;
import dev.kith.data.read.Amount;
import dev.kith.data.read.MissingWords;
import dev.kith.data.read.NumberForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the columns of a file write numbers, by its first rows. A column is read in a way that suits nine of ten of its
 * cells. Where a decimal point and a decimal comma both do, as for 1,234, the file decides: most of the columns that can be
 * read in one way only, else a comma where fields are parted by semicolons. Between commas, 1.234 is a number as it stands.
 * Where rows come live one row is seen, which is too little to tell a unit from a name.
 */
final class ColumnForms {
    /** A column is one of numbers if so many of its cells are; the rest are then mistakes. */
    private static final double MOSTLY = 0.9;

    private final char separator;
    private final Reading reading;
    private final List<Column> columns = new ArrayList<>();

    /** One column: its unit, and what fits with either decimal mark. */
    private record Column(String unit, Way point, Way comma, boolean commas) {
        Way way(char decimal) {
            return decimal == ',' ? comma : point;
        }
    }

    /** How many cells fit, and the separator of thousands with which they do. */
    private record Way(int fits, char groups) {}

    /** @param records the first rows, each with as many fields */
    ColumnForms(char separator, Reading reading, List<List<String>> records, int columns) {
        this.separator = separator;
        this.reading = reading;
        for (int j = 0; j < columns; j++) {
            this.columns.add(column(records, j));
        }
    }

    private Column column(List<List<String>> records, int j) {
        List<Amount> amounts = new ArrayList<>();
        int present = 0;
        Map<String, Integer> units = new HashMap<>();
        for (List<String> record : records) {
            String text = record.get(j).strip();
            if (!MissingWords.usual(text)) {
                present++;
                Amount amount = Amount.of(text);
                if (amount != null) {
                    amounts.add(amount);
                    units.merge(amount.unit(), 1, Integer::sum);
                }
            }
        }
        int least = Math.max(1, (int) Math.ceil(MOSTLY * present));
        String unit = units.entrySet().stream()
                .filter(entry -> entry.getValue() >= least && !reading.plainNumbers() && !reading.live())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        amounts.removeIf(amount -> !amount.unit().equals(unit));
        boolean commas = amounts.stream().anyMatch(amount -> amount.core().indexOf(',') >= 0);
        return new Column(unit, way(amounts, '.', least), way(amounts, ',', least), commas);
    }

    private Way way(List<Amount> amounts, char decimal, int least) {
        Map<Character, Integer> groups = new HashMap<>();
        for (Amount amount : amounts) {
            groups.merge(amount.groups(decimal), 1, Integer::sum);
        }
        int plain = groups.getOrDefault(Amount.NONE, 0);
        groups.remove(Amount.NONE);
        groups.remove(Amount.UNREADABLE);
        Map.Entry<Character, Integer> most = groups.entrySet().stream()
                .filter(entry -> !reading.plainNumbers())
                .max(Map.Entry.<Character, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElse(Map.entry(Amount.NONE, 0));
        int fits = plain + most.getValue();
        return fits < least ? new Way(0, Amount.NONE) : new Way(fits, most.getKey());
    }

    /** The decimal mark of columns that do not tell. */
    char decimal() {
        if (reading.decimal().isPresent()) {
            return reading.decimal().get();
        }
        long commas = columns.stream()
                .filter(c -> c.comma().fits() > c.point().fits())
                .count();
        long points = columns.stream()
                .filter(c -> c.comma().fits() < c.point().fits())
                .count();
        if (separator == ',' || commas < points || (commas == points && separator != ';')) {
            return '.';
        }
        boolean open = columns.stream().anyMatch(c -> c.comma().fits() > 0 && c.commas());
        return commas > 0 || open ? ',' : '.';
    }

    /** The way each column is read. */
    List<NumberForm> forms() {
        char usual = decimal();
        return columns.stream().map(column -> form(column, usual)).toList();
    }

    /** The columns of numbers. */
    Set<Integer> numbers() {
        return IntStream.range(0, columns.size())
                .filter(j -> columns.get(j).point().fits() > 0
                        || columns.get(j).comma().fits() > 0)
                .boxed()
                .collect(Collectors.toSet());
    }

    private NumberForm form(Column column, char usual) {
        int difference = column.comma().fits() - column.point().fits();
        char decimal = reading.decimal().isPresent() || difference == 0 ? usual : difference > 0 ? ',' : '.';
        Way way = Objects.requireNonNull(column.way(decimal));
        return way.fits() == 0 ? NumberForm.of(usual) : new NumberForm(decimal, way.groups(), column.unit());
    }
}
