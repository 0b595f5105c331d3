package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.Rows;
import dev.kith.data.Source;
import dev.kith.data.read.FileBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The rows of a file to predict, some at a time; a file without any is refused. */
final class RowBatches extends Spliterators.AbstractSpliterator<Rows> {
    private final String name;
    private final FileBytes bytes;
    private final RowStream rows;
    private final Roles roles;
    private final int most;
    private boolean first = true;
    private boolean ended;

    RowBatches(String name, FileBytes bytes, RowStream rows, Roles roles, int most) {
        super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        this.name = name;
        this.bytes = bytes;
        this.rows = rows;
        this.roles = roles;
        this.most = most;
    }

    @Override
    public boolean tryAdvance(Consumer<? super Rows> action) {
        if (ended) {
            return false;
        }
        InputsBuilder inputs = InputsBuilder.of(name, rows, roles);
        List<String> tasks = new ArrayList<>();
        List<List<String>> ids = new ArrayList<>();
        List<String> idNames = roles.columns(Roles.Part.ID);
        while (ids.size() < most && rows.next()) {
            inputs.add();
            if (rows.task() >= 0) {
                tasks.add(rows.tasks().get(rows.task()));
            }
            ids.add(idNames.isEmpty() ? List.of() : ids(idNames.size()));
        }
        ended = ids.size() < most;
        if (ids.isEmpty() && first) {
            throw new DataException(name + ": no rows");
        }
        if (ids.isEmpty()) {
            return false;
        }
        if (ended) {
            bytes.finish();
        }
        String digest = first && ended ? bytes.sha256() : "";
        first = false;
        action.accept(new Rows(
                inputs.inputs(), tasks, idNames, ids, rows.ignored(), new Source(name, ids.size(), 0, digest)));
        return true;
    }

    void close() {
        rows.close();
        bytes.close();
    }

    private List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(rows::id).toList();
    }
}
