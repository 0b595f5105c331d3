package dev.kith.mkl.disk;

import dev.kith.ascent.node.RowPieces;
import dev.kith.ascent.node.TaskRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Pieces in a file, one after the other, each as starts of its rows, columns, values. */
public final class PieceFile implements RowPieces {
    private final ScratchFile file;
    private final int views;
    private final List<Piece> pieces = new ArrayList<>();
    private int mostRows;
    private int mostEntries;

    /** @param width columns of the task, which decides how they are stored; more than any task has: not yet renumbered */
    private record Piece(long at, int rows, int entries, int width) {}

    public PieceFile(ScratchFile file, int views) {
        this.file = file;
        this.views = views;
    }

    /** Appends a piece whose values begin with the first entry. */
    void append(TaskRows rows, int width) throws IOException {
        pieces.add(write(file.size(), rows, width));
        mostRows = Math.max(mostRows, rows.rows);
        mostEntries = Math.max(mostEntries, rows.entries());
    }

    /** Writes a piece again in its old place, with columns renumbered: it takes no more bytes than before. */
    void replace(int piece, TaskRows rows, int width) throws IOException {
        pieces.set(piece, write(pieces.get(piece).at(), rows, width));
    }

    private Piece write(long at, TaskRows rows, int width) throws IOException {
        int entries = rows.entries();
        long to = file.write(at, rows.starts, rows.rows * views + 1);
        to = TaskRows.narrow(width) ? file.write(to, rows.narrow, entries) : file.write(to, rows.wide, entries);
        file.write(to, rows.values, entries);
        return new Piece(at, rows.rows, entries, width);
    }

    public int size() {
        return pieces.size();
    }

    @Override
    public long fileBytes() {
        return file.size();
    }

    @Override
    public long bytesInMemory() {
        return pieces.stream()
                .mapToLong(p -> TaskRows.bytes(p.rows(), views, p.width(), p.entries()) + 8L * p.entries())
                .sum();
    }

    @Override
    public RowPieces load() {
        long bytes = bytesInMemory();
        List<TaskRows> loaded = new ArrayList<>();
        ByteBuffer chunk = ScratchFile.newChunk();
        for (int k = 0; k < pieces.size(); k++) {
            Piece p = pieces.get(k);
            boolean narrow = TaskRows.narrow(p.width());
            int n = p.entries();
            loaded.add(read(
                    p,
                    new int[p.rows() * views + 1],
                    new char[narrow ? n : 0],
                    new int[narrow ? 0 : n],
                    new double[n],
                    chunk));
        }
        close();
        return new InMemory(loaded, bytes);
    }

    private TaskRows read(Piece p, int[] starts, char[] narrow, int[] wide, double[] values, ByteBuffer chunk) {
        try {
            long at = file.read(p.at(), starts, p.rows() * views + 1, chunk);
            at = TaskRows.narrow(p.width())
                    ? file.read(at, narrow, p.entries(), chunk)
                    : file.read(at, wide, p.entries(), chunk);
            file.read(at, values, p.entries(), chunk);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new TaskRows(p.rows(), views, p.width(), starts, new int[0], narrow, wide, values);
    }

    @Override
    public Reader reader() {
        int[] starts = new int[mostRows * views + 1];
        char[] narrow = new char[any(true) ? mostEntries : 0];
        int[] wide = new int[any(false) ? mostEntries : 0];
        double[] values = new double[mostEntries];
        ByteBuffer chunk = ScratchFile.newChunk();
        return new Reader() {
            private int held = -1;
            private TaskRows rows = new TaskRows(0, views, 0, starts, new int[0], narrow, wide, values);

            @Override
            public TaskRows read(int piece) {
                if (piece != held) {
                    rows = PieceFile.this.read(pieces.get(piece), starts, narrow, wide, values, chunk);
                    held = piece;
                }
                return rows;
            }
        };
    }

    private boolean any(boolean narrow) {
        return pieces.stream().anyMatch(p -> TaskRows.narrow(p.width()) == narrow);
    }

    @Override
    public long readerBytes() {
        long entry = 8L + (any(true) ? 2 : 0) + (any(false) ? 4 : 0);
        return 4L * mostRows * views + entry * mostEntries + ScratchFile.CHUNK;
    }

    @Override
    public long bytes() {
        return 56L * pieces.size();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
