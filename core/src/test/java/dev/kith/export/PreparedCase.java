package dev.kith.export;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Dataset;
import dev.kith.data.Recipe;
import dev.kith.data.Roles;
import dev.kith.data.Rows;
import dev.kith.data.table.Tables;
import dev.kith.data.transform.Transform;
import dev.kith.kernel.Linear;
import dev.kith.linalg.Matrix;
import dev.kith.loss.Losses;
import dev.kith.model.Model;
import dev.kith.model.Training;
import dev.kith.model.transform.TransformedTrainer;
import dev.kith.structure.Relations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Shops with missing numbers, yes and no, a category, an order, a category of many values and dates: rows to train on, and rows to predict with values
 * and shops nobody saw.
 */
public final class PreparedCase {
    private static final int ROWS = 240;
    private static final List<String> SIZES = List.of("low", "medium", "high");

    private final List<String[]> cells = new ArrayList<>();
    private final List<String> names;

    /** Columns of {@link #cells}: names as in the table. */
    private static final List<String> NAMES = List.of("shop", "price", "open", "city", "size", "sku", "day");

    /**
     * Random cells, the last ten unlike those before.
     *
     * @param dates whether the last column, a date, is among them
     */
    public PreparedCase(boolean dates) {
        names = dates ? NAMES : NAMES.subList(0, NAMES.size() - 1);
        Random random = new Random(5);
        for (int i = 0; i < ROWS; i++) {
            cells.add(new String[] {
                "shop " + i % 4,
                i % 7 == 0 ? "" : String.valueOf(Math.round(random.nextGaussian() * 100) / 10.0 + i % 4),
                random.nextBoolean() ? "yes" : "no",
                i % 11 == 0 ? "" : List.of("Rome", "O'Hara", "\u00dclm").get(random.nextInt(3)),
                i % 13 == 0 ? "" : SIZES.get(random.nextInt(3)),
                "sku-" + random.nextInt(60),
                i % 17 == 0 ? "" : day(i)
            });
        }
        for (int i = 0; i < 10; i++) {
            cells.add(new String[] {
                i % 3 == 0 ? "shop nine" : "shop 1",
                i % 2 == 0 ? "" : "1.5",
                i % 2 == 0 ? "no" : "yes",
                i % 4 == 0 ? "Atlantis" : "",
                i % 5 == 0 ? "enormous" : "high",
                i % 2 == 0 ? "sku-new" : "",
                i % 3 == 0 ? "" : "2024-02-29 23:59:30"
            });
        }
    }

    /** The columns. */
    public List<String> names() {
        return names;
    }

    private static String day(int i) {
        LocalDateTime moment =
                LocalDateTime.of(2021, 1, 1, 0, 0).plusDays(7L * i + i % 3).plusMinutes(61L * (i % 23));
        return moment.toString().replace('T', ' ') + ":00";
    }

    public int rows() {
        return cells.size();
    }

    /** The table; labels of rows without one are 1. */
    private Path table(Path folder, int rows) throws IOException {
        StringBuilder text = new StringBuilder(String.join(",", names)).append(",sales\n");
        for (int i = 0; i < rows; i++) {
            String[] row = cells.get(i);
            double price = row[1].isEmpty() ? 0 : Double.parseDouble(row[1]);
            double sales =
                    20 + price / 5 + (row[2].equals("yes") ? 3 : 0) + SIZES.indexOf(row[4]) + i % 4 + (i % 17) / 10.0;
            text.append(String.join(",", List.of(row).subList(0, names.size())))
                    .append(',')
                    .append(sales)
                    .append('\n');
        }
        return Files.writeString(folder.resolve("rows" + rows + ".csv"), text.toString());
    }

    /** A linear model of the table. */
    public Model model(Path folder, boolean logarithms) throws IOException {
        Roles roles = Roles.task("shop")
                .target("sales")
                .treated(Stream.of(
                                new Recipe.Numeric("price"),
                                new Recipe.Truth("open"),
                                new Recipe.Category("city"),
                                new Recipe.Ordered("size", SIZES),
                                new Recipe.Category("sku"),
                                new Recipe.Dated("day"))
                        .filter(treatment -> names.contains(treatment.column()))
                        .toList());
        ConvexTrainer trainer =
                new ConvexTrainer(Losses.squared(), new Linear(), Relations.mean(1), 0.01, Training.defaults());
        Dataset data = Tables.read(table(folder, ROWS)).dataset(roles);
        return logarithms
                ? new TransformedTrainer<>(trainer, Transform.LOG, true, false)
                        .train(data)
                        .model()
                : trainer.train(data).model();
    }

    /** All rows, as a reader gives them to the model. */
    public Rows rows(Path folder, Model model) throws IOException {
        Roles roles = model.info().inputs(Roles.task("shop"));
        return Tables.read(table(folder, rows())).rows(roles);
    }

    /** The texts of a column, empty where missing. */
    public List<String> texts(String column) {
        int j = NAMES.indexOf(column);
        return cells.stream().map(row -> row[j]).toList();
    }

    /** The numbers of a column, NaN where missing; yes is 1. */
    public Matrix numbers(String column) {
        List<String> texts = texts(column);
        double[] values = IntStream.range(0, texts.size())
                .mapToDouble(i -> switch (texts.get(i)) {
                    case "" -> Double.NaN;
                    case "yes" -> 1;
                    case "no" -> 0;
                    default -> Double.parseDouble(texts.get(i));
                })
                .toArray();
        return Matrix.wrap(values.length, 1, values);
    }
}
