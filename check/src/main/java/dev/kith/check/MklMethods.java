package dev.kith.check;

import dev.kith.mkl.TaskKernels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Multiple kernel learning and its baselines, with task kernels drawn. */
final class MklMethods {
    private MklMethods() {}

    private static List<Integer> all(int tasks) {
        return IntStream.range(0, tasks).boxed().toList();
    }

    private static List<List<Integer>> each(int tasks) {
        return IntStream.range(0, tasks).mapToObj(List::of).toList();
    }

    static Method union(int tasks) {
        return new MklMethod("union", TaskKernels.union(), List.of(List.of(all(tasks))), 1, true);
    }

    static Method individual(int tasks) {
        return new MklMethod("individual", TaskKernels.own(), List.of(each(tasks)), 1, false);
    }

    /** Weights fixed: p infinite. */
    static Method vanilla(int tasks) {
        return sharedAndOwn("vanilla", tasks, Double.POSITIVE_INFINITY);
    }

    static Method mkl(Random random, int tasks) {
        double p = random.nextInt(3) == 0 ? 1 : random.nextInt(2) == 0 ? 2 : 1 + 5 * random.nextDouble();
        return random.nextBoolean() ? sharedAndOwn("mkl", tasks, p) : groups(random, tasks, p);
    }

    private static Method sharedAndOwn(String name, int tasks, double p) {
        List<List<List<Integer>>> kernels = List.of(List.of(all(tasks)), each(tasks));
        return new MklMethod(name, TaskKernels.sharedAndOwn(), kernels, p, false);
    }

    /** One kernel for all, one for each group in the order of names, one for each task alone. */
    private static Method groups(Random random, int tasks, double p) {
        Map<String, String> groupOf = new LinkedHashMap<>();
        Map<String, List<Integer>> members = new TreeMap<>();
        for (int t = 0; t < tasks; t++) {
            String group = "g" + random.nextInt(2);
            groupOf.put("t" + t, group);
            members.computeIfAbsent(group, g -> new ArrayList<>()).add(t);
        }
        List<List<List<Integer>>> kernels = new ArrayList<>();
        kernels.add(List.of(all(tasks)));
        members.values().forEach(list -> kernels.add(List.of(List.copyOf(list))));
        kernels.add(each(tasks));
        return new MklMethod("mkl", TaskKernels.groups(groupOf), List.copyOf(kernels), p, false);
    }
}
