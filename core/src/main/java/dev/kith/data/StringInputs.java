package dev.kith.data;

import java.util.Arrays;
import java.util.List;

/** Inputs as strings (peptides, DNA, words), for string kernels; {@code name} is the column they came from. */
public record StringInputs(List<String> values, String name) implements Inputs {
    public StringInputs {
        values = List.copyOf(values);
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isEmpty()) {
                throw new DataException("input " + i + ", column '" + name + "': must be a non-empty string");
            }
        }
    }

    @Override
    public int rows() {
        return values.size();
    }

    @Override
    public List<String> features() {
        return List.of(name);
    }

    @Override
    public int numericFeatures() {
        return 0;
    }

    @Override
    public StringInputs select(int... rows) {
        return new StringInputs(Arrays.stream(rows).mapToObj(values::get).toList(), name);
    }
}
