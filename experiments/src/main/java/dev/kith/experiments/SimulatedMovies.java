package dev.kith.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A small simulated set in MovieLens' format: movies of one to three genres, users whose liking of genres depends on age
 * and gender and on a taste of their own, ratings from 1 to 5.
 */
final class SimulatedMovies {
    private static final String[] OCCUPATIONS = {"artist", "engineer", "student", "writer", "other"};

    private final Random random;
    private final int users;
    private final int items;

    SimulatedMovies(int users, int items, long seed) {
        this.random = new Random(seed);
        this.users = users;
        this.items = items;
    }

    /** Writes u.user, u.item and u.data. */
    void writeInto(Path directory) throws IOException {
        boolean[][] genres = new boolean[items][MovieLens.GENRES];
        double[] quality = new double[items];
        List<String> movies = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            quality[i] = 0.5 * random.nextGaussian();
            StringBuilder line = new StringBuilder((i + 1) + "|Movie " + (i + 1) + "|01-Jan-1995||http://x");
            for (int g = 0; g < 3; g++) {
                genres[i][random.nextInt(MovieLens.GENRES)] = true;
            }
            for (boolean flag : genres[i]) {
                line.append(flag ? "|1" : "|0");
            }
            movies.add(line.toString());
        }
        Files.write(directory.resolve("u.item"), movies);
        double[][] slopes = new double[MovieLens.GENRES][2];
        for (double[] slope : slopes) {
            slope[0] = random.nextGaussian();
            slope[1] = random.nextGaussian();
        }
        List<String> people = new ArrayList<>();
        List<String> ratings = new ArrayList<>();
        for (int u = 1; u <= users; u++) {
            int age = 15 + random.nextInt(50);
            boolean woman = random.nextBoolean();
            people.add(u + "|" + age + "|" + (woman ? "F" : "M") + "|" + OCCUPATIONS[random.nextInt(5)] + "|00000");
            addRatings(ratings, u, taste(slopes, (age - 40) / 15.0, woman), quality, genres);
        }
        Files.write(directory.resolve("u.user"), people);
        Files.write(directory.resolve("u.data"), ratings);
    }

    private double[] taste(double[][] slopes, double age, boolean woman) {
        double[] taste = new double[MovieLens.GENRES];
        for (int g = 0; g < taste.length; g++) {
            taste[g] = 0.6 * (slopes[g][0] * age + slopes[g][1] * (woman ? 1 : -1)) + 0.4 * random.nextGaussian();
        }
        return taste;
    }

    /** The first movies are the popular ones: nearly everybody has seen them, but few of the others. */
    private void addRatings(List<String> ratings, int user, double[] taste, double[] quality, boolean[][] genres) {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            if (random.nextDouble() < (i < 12 ? 0.6 : 0.3)) {
                seen.add(i);
            }
        }
        Collections.shuffle(seen, random);
        for (int i : seen) {
            double liking = 3.2 + quality[i] + 0.5 * random.nextGaussian();
            for (int g = 0; g < taste.length; g++) {
                liking += genres[i][g] ? 0.6 * taste[g] : 0;
            }
            long stars = Math.max(1, Math.min(5, Math.round(liking)));
            ratings.add(user + "\t" + (i + 1) + "\t" + stars + "\t" + (880000000 + user));
        }
    }
}
