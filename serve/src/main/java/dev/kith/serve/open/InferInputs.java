package dev.kith.serve.open;

import dev.kith.data.Names;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Records;
import dev.kith.serve.http.Refused;
import dev.kith.serve.models.ServedModel;
import dev.kith.serve.predict.RowsIn;
import dev.kith.trust.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The inputs of a model as tensors: {@code task}, and either one tensor per column or one matrix {@code x} of all columns that are numbers, in the
 * order in which the description of the model has them.
 */
record InferInputs(ServedModel model, Question question) {
    /** The tasks of the rows; the column's own name does as well. */
    static final String TASK = "task";

    /** The matrix. */
    static final String MATRIX = "x";

    /** The columns of numbers, in order. */
    List<String> numbers() {
        List<String> texts = texts();
        return roles().columns(Roles.Part.FEATURE).stream()
                .filter(column -> !texts.contains(column))
                .toList();
    }

    /** The columns of texts, in order. */
    List<String> texts() {
        return Stream.of(roles().treated(), roles().columns(Roles.Part.STRINGS), roles().columns(Roles.Part.TEXTS))
                .flatMap(List::stream)
                .distinct()
                .toList();
    }

    /** The column that names tasks, where rows do. */
    Optional<String> task() {
        return roles().taskColumn();
    }

    private Roles roles() {
        return question.roles(model.info());
    }

    /** A value of a tensor that becomes a cell. */
    private record Cell(Tensor tensor, int at) {}

    /** The rows that these tensors are. */
    Rows rows(List<Tensor> inputs, int most) {
        Map<String, Cell> cells = new LinkedHashMap<>();
        for (Tensor input : inputs) {
            cells(input).forEach((column, cell) -> {
                if (cells.put(column, cell) != null) {
                    throw Refused.wrong("column '" + column + "' is in two inputs");
                }
            });
        }
        int rows = inputs.stream().mapToInt(Tensor::rows).max().orElse(0);
        for (Tensor input : inputs) {
            if (input.rows() != rows) {
                throw Refused.wrong("all inputs must have as many rows: '" + input.name() + "' has " + input.rows()
                        + ", another " + rows);
            }
        }
        if (rows > most) {
            throw Refused.large("a request may have " + most + " rows: send them in several");
        }
        Records records = RowsIn.records(model, question);
        for (int i = 0; i < rows; i++) {
            int row = i;
            records.begin();
            cells.forEach((column, cell) -> cell.tensor().putInto(records, column, row, cell.at()));
        }
        return records.rows();
    }

    private Map<String, Cell> cells(Tensor input) {
        List<String> numbers = numbers();
        Map<String, Cell> cells = new LinkedHashMap<>();
        boolean one = input.columns() == 1;
        if (one && input.name().equals(TASK) && task().isPresent()) {
            cells.put(task().get(), new Cell(input, 0));
        } else if (one && names().contains(input.name())) {
            cells.put(input.name(), new Cell(input, 0));
        } else if (input.name().equals(MATRIX)) {
            if (input.columns() != numbers.size()) {
                throw Refused.wrong("input 'x' must have a column for each of " + Names.some(numbers) + ", "
                        + numbers.size() + " in all, got " + input.columns());
            }
            for (int j = 0; j < numbers.size(); j++) {
                cells.put(numbers.get(j), new Cell(input, j));
            }
        } else {
            throw Refused.wrong(
                    Names.unknown("input", input.name(), names()) + " (or one matrix 'x' of all columns of numbers)");
        }
        return cells;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        task().ifPresent(names::add);
        names.addAll(numbers());
        names.addAll(texts());
        return names;
    }

    /** What the description of a model says of its inputs: a tensor per column. */
    List<Map<String, Object>> described() {
        List<Map<String, Object>> all = new ArrayList<>();
        task().ifPresent(column -> all.add(tensor(TASK, "BYTES")));
        numbers().forEach(column -> all.add(tensor(column, "FP64")));
        texts().forEach(column -> all.add(tensor(column, "BYTES")));
        return all;
    }

    static Map<String, Object> tensor(String name, String type) {
        Map<String, Object> tensor = new LinkedHashMap<>();
        tensor.put("name", name);
        tensor.put("datatype", type);
        tensor.put("shape", List.of(-1));
        return tensor;
    }
}
