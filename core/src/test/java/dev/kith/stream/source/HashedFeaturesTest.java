package dev.kith.stream.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.table.Tables;
import dev.kith.kernel.map.HashedColumns;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.online.Row;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class HashedFeaturesTest {
    private static final int BITS = 3;

    /** The row 1, 2, ..., 6 of columns with these names, hashed by a stream. */
    private static Row hashed(List<String> names, RowVersion version) {
        String csv = "who,y," + String.join(",", names) + "\na,1,1,2,3,4,5,6\n";
        Roles roles = Roles.task("who").target("y");
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        try (RowStream rows = Tables.stream("f", new ByteArrayInputStream(bytes), Format.CSV, roles)) {
            Preparation preparation = new Preparation(false, false, BITS, false, false, LabelRule.FOUND, version);
            try (Feed feed = Feed.shuffled("f", rows, preparation, List.of(), 0)) {
                Row row = new Row();
                Objects.requireNonNull(feed.next()).point(row, 0);
                return row;
            }
        }
    }

    @Test
    void aFeatureHasTheSamePlaceAndSignAsInAFit() {
        List<String> names = List.of("price", "rain", "colour=red", "colour=blue", "\u00fcber", "x17");
        Row row = hashed(names, RowVersion.CURRENT);
        SparseRows fit =
                new HashedColumns(BITS).rows(new DenseInputs(Matrix.of(new double[] {1, 2, 3, 4, 5, 6}), names));
        assertThat(Arrays.copyOfRange(row.indices(), row.start(), row.end())).isEqualTo(fit.indices());
        assertThat(Arrays.copyOfRange(row.values(), row.start(), row.end())).isEqualTo(fit.values());
    }

    @Test
    void runsOfTheFirstVersionHaveOtherPlaces() {
        List<String> names = List.of("price", "rain", "colour=red", "colour=blue", "\u00fcber", "x17");
        Row first = hashed(names, RowVersion.FIRST);
        Row now = hashed(names, RowVersion.CURRENT);
        assertThat(Arrays.copyOfRange(first.values(), first.start(), first.end()))
                .isNotEqualTo(Arrays.copyOfRange(now.values(), now.start(), now.end()));
    }
}
