package dev.kith.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** What to say when memory has run out: at what, how much there was, and what to try. */
public final class OutOfMemory {
    private static final long MEGABYTE = 1 << 20;
    private static final long GIGABYTE = 1 << 30;

    /** Given back when memory has run out, so that there is some to say so in. */
    @SuppressWarnings("UnusedVariable") // it is there to take room
    private static byte @Nullable [] reserve = new byte[1 << 20];

    private OutOfMemory() {}

    public static void releaseReserve() {
        reserve = null;
    }

    /** One line. */
    public static String message(OutOfMemoryError e, Optional<Terminal> terminal, CommandSpec command) {
        StringBuilder text = new StringBuilder("out of memory");
        terminal.map(Terminal::doing)
                .filter(doing -> !doing.isEmpty())
                .ifPresent(doing -> text.append(" at \"").append(doing).append('"'));
        text.append(": Java may take ")
                .append(size((double) Runtime.getRuntime().maxMemory()));
        terminal.map(Terminal::size)
                .filter(known -> !known.isEmpty())
                .ifPresent(known -> text.append("; ").append(known));
        String java = e.getMessage();
        if (java != null && !java.equals("Java heap space")) {
            text.append(" (").append(java.lines().findFirst().orElse("")).append(')');
        }
        return text.append(". Try ")
                .append(String.join(", or ", tries(command)))
                .toString();
    }

    private static List<String> tries(CommandSpec command) {
        long more = Math.max(1, (2 * Runtime.getRuntime().maxMemory() + GIGABYTE - 1) / GIGABYTE);
        List<String> tries = new ArrayList<>();
        tries.add("KITH_JAVA_OPTS=-Xmx" + more + "g");
        if (command.findOption("--approximate") != null) {
            tries.add("for a kernel on many inputs --approximate landmarks");
        }
        if (command.findOption("--memory") != null) {
            tries.add("--method mkl --memory SIZE, which keeps data on disk");
        }
        return tries;
    }

    /** {@code 12 MB}, {@code 1.5 GB}. */
    public static String size(double bytes) {
        return bytes < GIGABYTE
                ? Math.max(1, Math.round(bytes / MEGABYTE)) + " MB"
                : String.format(Locale.ROOT, "%.1f GB", bytes / GIGABYTE);
    }
}
