package dev.kith.stream;

import dev.kith.data.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small stream of shops that sell out or not. The label that comes first is the one that sorting puts last.
 *
 * @param sold whether the label is the larger of the two
 */
record ShopRows(String shop, boolean sold, double price, double rain) {
    static final Roles ROLES = Roles.task("shop").target("sold");

    /** Names of the two labels, in order. */
    static final List<String> TEXTS = List.of("no", "yes");

    static List<ShopRows> rows(int count) {
        Random random = new Random(17);
        List<ShopRows> rows = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            double price = Math.rint(100 * random.nextGaussian()) / 100;
            double rain = Math.rint(100 * random.nextGaussian()) / 100;
            String shop = List.of("north", "south", "west").get(n % 3);
            double score = -price + (shop.equals("west") ? 0.5 : 0.2) * rain;
            rows.add(new ShopRows(shop, n == 0 || (n != 1 && score > 0), price, rain));
        }
        return rows;
    }

    static String csv(List<ShopRows> rows, List<String> labels) {
        StringBuilder text = new StringBuilder("shop,sold,price,rain\n");
        for (ShopRows row : rows) {
            text.append(row.shop).append(',').append(labels.get(row.sold ? 1 : 0));
            text.append(',').append(row.price).append(',').append(row.rain).append('\n');
        }
        return text.toString();
    }

    static String jsonLines(List<ShopRows> rows) {
        StringBuilder text = new StringBuilder();
        for (ShopRows row : rows) {
            text.append("{\"shop\":\"").append(row.shop);
            text.append("\",\"sold\":\"").append(TEXTS.get(row.sold ? 1 : 0));
            text.append("\",\"price\":").append(row.price);
            text.append(",\"rain\":").append(row.rain).append("}\n");
        }
        return text.toString();
    }

    static Path file(Path directory, List<ShopRows> rows) throws IOException {
        return Files.writeString(directory.resolve("shops.csv"), csv(rows, TEXTS));
    }

    Example example() {
        return new Example(shop, TEXTS.get(sold ? 1 : 0), input());
    }

    Map<String, Double> input() {
        return Map.of("price", price, "rain", rain);
    }
}
