package dev.kith.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a command speaks: results to standard output, progress to standard error when somebody is watching. */
public final class Terminal {
    /** Set by the launcher when standard error is a terminal; Java itself cannot tell before version 22. */
    private static final String LIVE = "kith.progress";

    /** Set by the launcher when standard output is a terminal. */
    private static final String SEEN = "kith.terminal";

    private static final int WIDTH = 79;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean quiet;
    private volatile boolean live;
    private boolean dirty;
    private volatile String doing = "";
    private volatile String size = "";
    private final ReadingProgress reading = new ReadingProgress();

    public Terminal(PrintWriter out, PrintWriter err, boolean quiet) {
        this.out = out;
        this.err = err;
        this.quiet = quiet;
        this.live = !quiet && Boolean.getBoolean(LIVE);
    }

    /** One that says nothing, for work that runs beside other work. */
    static Terminal silent() {
        PrintWriter nowhere = new PrintWriter(java.io.Writer.nullWriter());
        return new Terminal(nowhere, nowhere, true);
    }

    /**
     * A line of the summary on standard output; silent with {@code --quiet}. A line that cannot be written does not stop
     * the work it tells of, so that a model is saved all the same: the command fails when it ends.
     */
    public void say(String line) {
        clear();
        if (!quiet) {
            try {
                shown(line).forEach(out::println);
            } catch (StandardOutput.Lost e) {
                // Standard output remembers it, and says so when it is flushed at the end.
            }
        }
    }

    /** A line of prose is broken between words where a terminal shows it, and would break it within; a row of a table is not. */
    private static List<String> shown(String line) {
        String text = Printable.line(line);
        boolean prose = Boolean.getBoolean(SEEN) && !line.startsWith(" ") && TextWidth.of(text) > TextWidth.line();
        return prose ? wrapped(text) : List.of(text);
    }

    /** A line for people on standard error, where standard output carries the result itself. */
    public void note(String line) {
        clear();
        if (!quiet) {
            err.println(Printable.line(line));
        }
    }

    /** What is being done, for the message should memory run out. */
    public String doing() {
        return doing;
    }

    /** How large it is, where known. */
    String size() {
        return size;
    }

    /** Says how large the work at hand is: what it is known to take. */
    public void size(String what) {
        size = what;
    }

    /** A file is being read. */
    public void reading(Path file) {
        reading(file, "reading");
    }

    /** A file is being read, and what is done with its rows on the way, such as {@code predicting}. */
    public void reading(Path file, String work) {
        progress(reading.begin(work + " " + file.getFileName()));
        try {
            size("the file has " + OutOfMemory.size((double) Files.size(file)));
        } catch (IOException e) {
            size(""); // who reads it will say what is wrong with it
        }
    }

    /** So many bytes of the file were read, of so many it has. */
    public void read(long done, long of) {
        reading.at(done, of).ifPresent(this::show);
    }

    /** Replaces the progress line: what is being done. */
    public synchronized void progress(String line) {
        doing = line;
        show(line);
    }

    private synchronized void show(String line) {
        if (live) {
            String text = Printable.line(line);
            String shown = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
            err.print("\r" + shown + " ".repeat(WIDTH - shown.length()));
            err.flush();
            dirty = true;
        }
    }

    /** Removes the progress line. */
    public synchronized void clear() {
        if (dirty) {
            err.print("\r" + " ".repeat(WIDTH) + "\r");
            err.flush();
            dirty = false;
        }
    }

    /** The result itself, for people or as JSON; not silenced by {@code --quiet}. */
    public PrintWriter out() {
        clear();
        return Printable.writer(out);
    }

    /** The result itself as data for another program, to the character, unless a terminal shows it. */
    public PrintWriter data() {
        clear();
        if (Boolean.getBoolean(SEEN)) {
            live = false; // its lines come to the same screen
            return Printable.writer(out);
        }
        return out;
    }

    /** Text in lines that are as long as the terminal is wide, and at most 90 columns. */
    public static List<String> wrapped(String text) {
        return TextWidth.wrapped(text, TextWidth.line());
    }
}
