package dev.kith.data.table;

import dev.kith.data.DataException;
import dev.kith.data.FileInputs;
import dev.kith.data.Inputs;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.StringInputs;
import dev.kith.data.read.FileBytes;

/** Reads rows of a table again, as {@link FileInputs} ask for them. */
final class FileRows implements FileInputs.Reader {
    private final Table table;
    private final boolean strings;
    private final Roles roles;
    private final String sha256;

    /**
     * @param kind inputs of the kind and with the features that the rows have
     * @param sha256 what the file read first had
     */
    FileRows(Table table, Inputs kind, String sha256) {
        this.table = table;
        this.strings = kind instanceof StringInputs;
        this.sha256 = sha256;
        roles = kind instanceof StringInputs text
                ? Roles.none().strings(text.name())
                : Roles.none().features(kind.features());
    }

    @Override
    public void read(int[] sourceRows, long numbers, FileInputs.Visitor visitor) {
        try (FileBytes bytes = table.open();
                RowStream rows = table.again(bytes, roles)) {
            InputsBuilder batch = InputsBuilder.of(table.name(), rows, roles);
            int taken = 0;
            int first = 0;
            long held = 0;
            for (int good = 0; rows.next(); good++) {
                if (taken < sourceRows.length && good + rows.unreadable() == sourceRows[taken]) {
                    batch.add();
                    taken++;
                    held += InputsBuilder.numbers(rows, strings);
                    if (held >= numbers) {
                        visitor.visit(batch.inputs(), first);
                        batch = InputsBuilder.of(table.name(), rows, roles);
                        first = taken;
                        held = 0;
                    }
                }
            }
            bytes.finish();
            if (taken < sourceRows.length || !bytes.sha256().equals(sha256)) {
                throw new DataException(table.name() + ": has changed since it was first read; start again");
            }
            if (first < taken) {
                visitor.visit(batch.inputs(), first);
            }
        }
    }
}
