package dev.kith.checks;

/**
 * How hard suites try that throw many inputs at the code: as written in every build, a multiple of it with {@code
 * -Dkith.attack=10}, which the profile {@code -Pattack} sets. Then they also print how much they tried.
 */
public final class Attack {
    /** The tag of suites too long for every build. */
    public static final String ONLY = "attack";

    /** The tag of suites that are part of every build and try harder in an attack. */
    public static final String FUZZ = "fuzz";

    private static final boolean ON = System.getProperty("kith.attack") != null;
    private static final int TIMES = Integer.getInteger("kith.attack", 1);

    private Attack() {}

    /** As many rounds as usual, or the multiple asked for. */
    public static int rounds(int usual) {
        return Math.multiplyExact(usual, TIMES);
    }

    /** Prints what was tried, in an attack only. */
    public static void report(String suite, String what, long tried) {
        if (ON) {
            System.out.printf("attack: %s: %,d %s%n", suite, tried, what);
        }
    }
}
