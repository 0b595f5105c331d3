package dev.kith.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.data.Format;
import dev.kith.data.Roles;
import dev.kith.data.RowStream;
import dev.kith.data.read.Formulas;
import dev.kith.linalg.Matrix;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names are what the file says, to the character: two different ones never become one, and no spreadsheet runs them. */
class StrangeNamesTest {
    private static List<String> tasks(String text, Format format, Roles roles) {
        try (RowStream rows =
                Tables.stream("f", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), format, roles)) {
            while (rows.next()) {
                assertThat(rows.label(0)).isEqualTo(1);
            }
            return List.copyOf(rows.tasks());
        }
    }

    private static List<String> tasks(String... names) {
        StringBuilder text = new StringBuilder("t,y,x\n");
        for (String name : names) {
            text.append(name).append(",1,\" 2 \"\n");
        }
        return tasks(text.toString(), Format.CSV, Roles.task("t").target("y"));
    }

    @Test
    void controlCharactersAroundANameBelongToIt() {
        assertThat(tasks("a", "a\u0001", "\u0000a", "\u001ba", "a\u000b", "a\u00a0"))
                .containsExactly("a", "a\u0001", "\u0000a", "\u001ba", "a\u000b", "a\u00a0");
    }

    @Test
    void blanksBelongToANameOnlyInQuotes() {
        assertThat(tasks(" a", "a\t", "\" a\"", "\"a\t\"", "\"a\"")).containsExactly("a", " a", "a\t");
    }

    @Test
    void controlCharactersAreNoSeparatorsInLibsvmFiles() {
        assertThat(tasks("1 qid:a 1:1\n1 qid:a\u0001 1:1\n1\tqid:\u001ba\t1:1\n", Format.LIBSVM, Roles.none()))
                .containsExactly("a", "a\u0001", "\u001ba");
    }

    @Test
    void formulasAreGuardedAndNumbersAreNot() {
        assertThat(List.of("=1+1", "+49 30 1234", "-x", "@SUM(A1)", "\tx", "'=1+1", "''=1+1"))
                .allMatch(name -> Formulas.guard(name).equals("'" + name));
        assertThat(List.of("a", "", "=", "-", "-5", "+1e3", "-.5", "'-5", "-Infinity", "'", "a=b", "'a"))
                .allMatch(name -> Formulas.guard(name).equals(name));
    }

    @Test
    void aGuardIsTakenAwayAndNothingElse() {
        assertThat(tasks("'=1+1", "'-5", "'a", "''=1+1", "'", "-5"))
                .containsExactly("=1+1", "'-5", "'a", "'=1+1", "'", "-5");
    }

    @Test
    void oneNameWithAndWithoutAGuardIsRefused() {
        assertThatThrownBy(() -> tasks("=1+1", "b", "'=1+1"))
                .isInstanceOf(DataException.class)
                .hasMessage("f:4: column 't': both \"'=1+1\" and \"=1+1\" occur, and an apostrophe before = + - @ is"
                        + " only a guard against formulas: rename one of the two");
    }

    @Test
    void everyNameComesBackFromEveryShape() throws IOException {
        long seed = 20240611;
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            Set<String> drawn = new LinkedHashSet<>();
            while (drawn.size() < 4) {
                drawn.add(name(random));
            }
            List<String> names = new ArrayList<>(drawn);
            Dataset data = Dataset.of(
                    new DenseInputs(Matrix.zeros(4, 1), List.of("feature")),
                    names,
                    new int[] {0, 1, 2, 3},
                    new int[] {0, 1, 2, 3},
                    new double[] {1, 1, 1, 1},
                    null,
                    null);
            StringWriter text = new StringWriter();
            DatasetCsv.write(data, DatasetCsv.Shape.LONG, text);
            assertThat(tasks(text.toString(), Format.CSV, Roles.task("task").target("y")))
                    .as("seed %d, run %d: %s", seed, run, text)
                    .isEqualTo(names);
            assertThat(names.stream().map(Formulas::guard)).noneMatch(name -> name.matches("(?s)[=@\\t\\r].+"));
        }
    }

    /** Of characters that mean something to somebody; no blank at an end of one that is all blanks. */
    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int k = random.nextInt(5); k >= 0; k--) {
            name.append("='+-@\t \r\n\",;a1.\u001b\u202e\u00e9".charAt(random.nextInt(17)));
        }
        return name.toString().isBlank() ? "blank" + name : name.toString();
    }
}
