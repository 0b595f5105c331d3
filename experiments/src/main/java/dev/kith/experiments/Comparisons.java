package dev.kith.experiments;

import dev.kith.data.DataException;
import dev.kith.data.Dataset;
import dev.kith.data.DenseInputs;
import dev.kith.experiments.MovieLens.Rating;
import dev.kith.experiments.MovieLens.User;
import dev.kith.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Ratings as comparisons: a row for each user, a task for each pair of the movies rated most, the label 1 where the first
 * of the pair was liked better, -1 where the second, and the difference in stars as what a mistake costs. Users are
 * described by age, gender, occupation and their mean rating of each genre over the other movies.
 *
 * @param data one label for each pair a user rated both of, with different stars
 * @param stars users x pairs: |difference in stars|, 0 where there is no label
 */
record Comparisons(Dataset data, Matrix stars) {
    /** @param movies how many of the most rated movies are compared */
    static Comparisons of(MovieLens source, int movies) {
        int[] items = mostRated(source, movies);
        Map<Integer, double[]> byUser = new TreeMap<>();
        for (Rating rating : source.ratings()) {
            int place = Arrays.binarySearch(items, rating.item());
            if (place >= 0) {
                byUser.computeIfAbsent(rating.user(), u -> new double[items.length])[place] = rating.stars();
            }
        }
        List<Integer> users = byUser.keySet().stream()
                .filter(u -> different(byUser.getOrDefault(u, new double[0])))
                .toList();
        Matrix stars = Matrix.zeros(users.size(), movies * (movies - 1) / 2);
        Matrix labels = stars.map(x -> Double.NaN);
        for (int i = 0; i < users.size(); i++) {
            double[] rated = byUser.getOrDefault(users.get(i), new double[0]);
            for (int p = 0, t = 0; p < movies; p++) {
                for (int q = p + 1; q < movies; q++, t++) {
                    if (rated[p] > 0 && rated[q] > 0 && rated[p] != rated[q]) {
                        labels.set(i, t, Math.signum(rated[p] - rated[q]));
                        stars.set(i, t, Math.abs(rated[p] - rated[q]));
                    }
                }
            }
        }
        DenseInputs features = features(source, users, items);
        return new Comparisons(Dataset.ofWide(features, names(items), labels), stars);
    }

    /** Whether two movies got different stars: then there is something to learn. */
    private static boolean different(double[] rated) {
        return Arrays.stream(rated).filter(r -> r > 0).distinct().count() > 1;
    }

    private static int[] mostRated(MovieLens source, int movies) {
        Map<Integer, Integer> count = new TreeMap<>();
        source.ratings().forEach(rating -> count.merge(rating.item(), 1, Integer::sum));
        if (count.size() < movies) {
            throw new DataException("u.data: must have ratings of " + movies + " movies, got " + count.size());
        }
        return count.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(movies)
                .mapToInt(Map.Entry::getKey)
                .sorted()
                .toArray();
    }

    private static List<String> names(int[] items) {
        List<String> names = new ArrayList<>();
        for (int p = 0; p < items.length; p++) {
            for (int q = p + 1; q < items.length; q++) {
                names.add(items[p] + ">" + items[q]);
            }
        }
        return names;
    }

    private static DenseInputs features(MovieLens source, List<Integer> users, int[] compared) {
        TreeSet<String> occupations = new TreeSet<>();
        users.forEach(u -> occupations.add(source.user(u).occupation()));
        List<String> jobs = List.copyOf(occupations);
        List<String> names = new ArrayList<>(List.of("age", "woman"));
        jobs.forEach(job -> names.add("occupation=" + job));
        for (int g = 0; g < MovieLens.GENRES; g++) {
            names.add("genre" + g);
        }
        Matrix x = Matrix.zeros(users.size(), names.size());
        Map<Integer, Integer> row = new TreeMap<>();
        for (int i = 0; i < users.size(); i++) {
            User user = source.user(users.get(i));
            row.put(users.get(i), i);
            x.set(i, 0, user.age());
            x.set(i, 1, user.gender().equals("F") ? 1 : 0);
            x.set(i, 2 + jobs.indexOf(user.occupation()), 1);
        }
        addTastes(x, 2 + jobs.size(), source, row, compared);
        return new DenseInputs(x, names);
    }

    /** Mean rating of each genre less the user's mean, over movies that are not compared. */
    private static void addTastes(Matrix x, int first, MovieLens source, Map<Integer, Integer> row, int[] compared) {
        double[][] sum = new double[x.rows()][MovieLens.GENRES + 1];
        double[][] count = new double[x.rows()][MovieLens.GENRES + 1];
        for (Rating rating : source.ratings()) {
            Integer i = row.get(rating.user());
            if (i != null && Arrays.binarySearch(compared, rating.item()) < 0) {
                for (int g = 0; g <= MovieLens.GENRES; g++) {
                    if (g == MovieLens.GENRES || source.hasGenre(rating.item(), g)) {
                        sum[i][g] += rating.stars();
                        count[i][g]++;
                    }
                }
            }
        }
        for (int i = 0; i < x.rows(); i++) {
            for (int g = 0; g < MovieLens.GENRES; g++) {
                if (count[i][g] > 0) {
                    double mean = sum[i][MovieLens.GENRES] / count[i][MovieLens.GENRES];
                    x.set(i, first + g, sum[i][g] / count[i][g] - mean);
                }
            }
        }
    }
}
