package dev.kith.check;

import java.util.List;

/**
 * Fits hostile problems and checks every claim: {@code Attack SEED COUNT [METHOD,...]}. Problem k has seed SEED + k; one is run
 * again alone with its own seed and count 1. Prints counts and violations; ends with 1 where there is any.
 */
public final class Attack {
    /** The ways to a model that are checked. */
    static final List<Path> PATHS = List.of(new InMemory(), new FromMoments());

    private Attack() {}

    static Tally run(long seed, int count, List<String> methods) {
        Tally tally = new Tally();
        for (int k = 0; k < count; k++) {
            Problem problem = Generator.problem(seed + k, methods);
            for (Path path : PATHS) {
                if (path.suits(problem)) {
                    tally.add(problem, path, Checker.check(problem, path));
                }
            }
        }
        return tally;
    }

    public static void main(String[] args) {
        if (args.length < 2 || args.length > 3) {
            System.err.println("usage: Attack SEED COUNT [METHOD,...]");
            System.exit(2);
        }
        List<String> methods = args.length == 3 ? List.of(args[2].split(",")) : List.copyOf(Methods.ALL.keySet());
        Tally tally = run(Long.parseLong(args[0]), Integer.parseInt(args[1]), methods);
        tally.violations().forEach(System.out::println);
        System.out.println(tally);
        if (!tally.violations().isEmpty()) {
            System.exit(1);
        }
    }
}
