package dev.kith.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Inputs as numbers beside text columns, for several kernels that look at different columns. Features are the numbers', then one
 * for each text column.
 *
 * @param numbers n x d, d may be 0
 */
public record MixedInputs(DenseInputs numbers, List<StringInputs> texts) implements Inputs {
    public MixedInputs {
        texts = List.copyOf(texts);
        for (StringInputs text : texts) {
            if (text.rows() != numbers.rows()) {
                throw new DataException(
                        "column '" + text.name() + "' must have " + numbers.rows() + " rows, got " + text.rows());
            }
        }
    }

    @Override
    public int rows() {
        return numbers.rows();
    }

    @Override
    public List<String> features() {
        List<String> all = new ArrayList<>(numbers.features());
        texts.forEach(text -> all.add(text.name()));
        return Collections.unmodifiableList(all);
    }

    @Override
    public int numericFeatures() {
        return numbers.features().size();
    }

    @Override
    public MixedInputs select(int... rows) {
        return new MixedInputs(
                numbers.select(rows),
                texts.stream().map(text -> text.select(rows)).toList());
    }

    /** The text column of this name. */
    public StringInputs text(String name) {
        return texts.stream()
                .filter(text -> text.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new DataException(Names.unknown(
                        "text column",
                        name,
                        texts.stream().map(StringInputs::name).toList())));
    }
}
