package dev.kith.stream.source;

import dev.kith.data.RowStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns features come from, as they are met: all of them in one digest, the first by name, so that a run resumed
 * with other columns is refused and told which. Features known by number have no names that could change.
 */
public final class Columns {
    /** As many columns as are kept by name, in a checkpoint too. */
    static final int KEPT = 10_000;

    private static final int SHOWN = 3;

    private final RowStream rows;
    private int count;
    private long digest;
    private final boolean names;
    private int announced;
    private int named;

    /** @param names whether batches carry the names of all features */
    Columns(RowStream rows, boolean names) {
        this.rows = rows;
        this.names = names;
    }

    /** Takes notice of the columns that came with the current row. */
    void update() {
        if (rows.numbered()) {
            return;
        }
        for (int size = rows.features().size(); count < size; count++) {
            String name = rows.features().get(count);
            for (int i = 0; i < name.length(); i++) {
                digest = (digest ^ name.charAt(i)) * 0x100000001B3L;
            }
            digest = (digest ^ -1) * 0x100000001B3L;
        }
    }

    int count() {
        return count;
    }

    long digest() {
        return digest;
    }

    /** Hands over the names not handed over yet. */
    void announceTo(Batch batch) {
        int kept = Math.min(count, KEPT);
        batch.newColumns().addAll(rows.features().subList(announced, kept));
        announced = kept;
        if (names) {
            int size = rows.features().size();
            batch.newFeatures().addAll(rows.features().subList(named, size));
            named = size;
        }
    }

    /** What differs between two lists of names, in words; empty when nothing does. */
    public static String difference(String what, List<String> before, List<String> now) {
        List<String> words = new ArrayList<>();
        int different = 0;
        for (int j = 0; j < Math.max(before.size(), now.size()); j++) {
            String was = j < before.size() ? "'" + before.get(j) + "'" : "not there";
            String is = j < now.size() ? "'" + now.get(j) + "'" : "not there";
            if (!was.equals(is) && ++different <= SHOWN) {
                words.add(what + " " + (j + 1) + " was " + was + ", now it is " + is);
            }
        }
        String more = different > SHOWN ? "; and " + (different - SHOWN) + " more" : "";
        return String.join("; ", words) + more;
    }
}
