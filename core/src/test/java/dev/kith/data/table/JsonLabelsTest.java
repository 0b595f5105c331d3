package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The parts of JSON lines that are no features. */
class JsonLabelsTest {
    private static final Roles ROLES = Roles.task("who").target("y");

    private static RowStream open(Roles roles, String... lines) {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return Tables.jsonLines("f", new ByteArrayInputStream(bytes), roles);
    }

    private static List<Double> labels(String... labels) {
        String[] lines = new String[labels.length];
        for (int k = 0; k < lines.length; k++) {
            lines[k] = "{\"who\":\"a\",\"y\":" + labels[k] + "}";
        }
        List<Double> read = new ArrayList<>();
        try (RowStream rows = open(ROLES, lines)) {
            while (rows.next()) {
                read.add(rows.labels() == 0 ? null : rows.label(0));
            }
        }
        return read;
    }

    @Test
    void theFirstLabelThatIsThereDecidesWhetherAllAreTexts() {
        assertThat(labels("null", "\"b\"", "\"a\"", "null", "\"b\"")).containsExactly(null, 0.0, 1.0, null, 0.0);
        assertThat(labels("null", "true", "0.0", "false")).containsExactly(null, 1.0, 0.0, 0.0);
    }

    @Test
    void textsAndNumbersDoNotMix() {
        for (String[] mixed :
                List.of(new String[] {"\"a\"", "true"}, new String[] {"\"a\"", "1"}, new String[] {"1", "\"a\""})) {
            assertThatThrownBy(() -> labels(mixed))
                    .isInstanceOf(DataException.class)
                    .hasMessage("f:2: member 'y' must be all numbers or all texts");
        }
        assertThatThrownBy(() -> labels("\"a\"", "\"b\"", "\"c\""))
                .hasMessage("f:3: member 'y' must have two values, got [a, b, c]");
    }

    @Test
    void rolesThatMeanNothingHereAreRefused() {
        assertThatThrownBy(() -> open(ROLES.categorical("colour")))
                .isInstanceOf(DataException.class)
                .hasMessage("f: JSON lines have a task, a target and features (texts are one-hot already), categorical"
                        + " has no meaning");
        assertThatThrownBy(() -> open(Roles.task("who")))
                .hasMessage("f: JSON lines need a task and a target, names of members, got no target");
        assertThatThrownBy(() -> {
                    try (RowStream rows = open(ROLES.knownTasks(List.of("ann")), "{\"who\":\"anne\",\"y\":1}")) {
                        rows.next();
                    }
                })
                .hasMessage("f:1: unknown task 'anne'; did you mean 'ann'?");
    }
}
