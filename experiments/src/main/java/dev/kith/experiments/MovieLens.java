package dev.kith.experiments;

import dev.kith.data.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ratings in the format of MovieLens 100k: {@code u.data} (user, item, rating, time; separated by tabs), {@code u.user}
 * (user|age|gender|occupation|zip) and {@code u.item} (item|title|...|a 0 or 1 for each of 19 genres).
 */
final class MovieLens {
    static final int GENRES = 19;

    /** What a user gave a movie. */
    record Rating(int user, int item, double stars) {}

    /** What is known of a user beside ratings. */
    record User(double age, String gender, String occupation) {}

    private final Map<Integer, User> users = new HashMap<>();
    private final Map<Integer, boolean[]> genres = new HashMap<>();
    private final List<Rating> ratings = new ArrayList<>();

    private MovieLens() {}

    static MovieLens read(Path directory) {
        MovieLens data = new MovieLens();
        data.readUsers(directory.resolve("u.user"));
        data.readItems(directory.resolve("u.item"));
        data.readRatings(directory.resolve("u.data"));
        return data;
    }

    List<Rating> ratings() {
        return ratings;
    }

    User user(int id) {
        return known(users, id, "user");
    }

    boolean hasGenre(int item, int genre) {
        return known(genres, item, "item")[genre];
    }

    private static <V> V known(Map<Integer, V> map, int id, String what) {
        V value = map.get(id);
        if (value == null) {
            throw new DataException("u.data: " + what + " " + id + " is not described in u." + what);
        }
        return value;
    }

    private void readUsers(Path file) {
        for (Line line : lines(file, "\\|", 4)) {
            users.put(line.whole(0), new User(line.number(1), line.field(2), line.field(3)));
        }
    }

    private void readItems(Path file) {
        for (Line line : lines(file, "\\|", GENRES + 2)) {
            boolean[] flags = new boolean[GENRES];
            for (int g = 0; g < GENRES; g++) {
                flags[g] = line.field(line.fields.size() - GENRES + g).equals("1");
            }
            genres.put(line.whole(0), flags);
        }
    }

    private void readRatings(Path file) {
        for (Line line : lines(file, "\t", 3)) {
            ratings.add(new Rating(line.whole(0), line.whole(1), line.number(2)));
        }
        if (ratings.isEmpty()) {
            throw new DataException(file.getFileName() + ": must have ratings, got none");
        }
    }

    /** Titles are in Latin 1, where every byte is a character. */
    private static List<Line> lines(Path file, String separator, int least) {
        try {
            List<Line> lines = new ArrayList<>();
            List<String> all = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            for (int i = 0; i < all.size(); i++) {
                List<String> fields = List.of(all.get(i).split(separator, -1));
                Line line = new Line(file.getFileName() + ":" + (i + 1), fields);
                if (fields.size() < least) {
                    throw new DataException(
                            line.where + ": must have at least " + least + " fields, got " + fields.size());
                }
                lines.add(line);
            }
            return lines;
        } catch (IOException e) {
            throw new DataException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private record Line(String where, List<String> fields) {
        String field(int j) {
            return fields.get(j);
        }

        int whole(int j) {
            return (int) number(j);
        }

        double number(int j) {
            try {
                double value = Double.parseDouble(fields.get(j));
                if (Double.isFinite(value)) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // said below, with the place
            }
            throw new DataException(where + ": \"" + fields.get(j) + "\" is not a number");
        }
    }
}
