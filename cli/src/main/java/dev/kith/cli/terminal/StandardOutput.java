package dev.kith.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output with every write checked. A {@link PrintWriter} keeps the errors of its stream to itself; this writer
 * below it throws {@link Lost}, which a PrintWriter lets pass. So no command goes on as if its result had arrived, and none
 * has to ask.
 */
public final class StandardOutput extends Writer {
    /*
     * A reader that has seen enough (kith show m.kith | head -1) is no error: the command ends without a word, with the
     * exit code of a program that a broken pipe ended, so that pipefail and scripts see what they see of any other
     * program. Java tells a broken pipe from a full disk by the system's message alone, which may be in any language: a
     * failed write to a pipe or socket is taken for one.
     */
    private static final Path ITSELF = Path.of("/dev/fd/1");
    private static final int KIND = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private final Writer to;
    private final BooleanSupplier pipe;
    private @Nullable Lost lost;

    /** What was written did not arrive. */
    public static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean readerGone;

        Lost(IOException cause, boolean readerGone) {
            super("standard output: " + cause.getMessage(), cause);
            this.readerGone = readerGone;
        }

        /** Nobody reads any more; the rest was not wanted. */
        public boolean readerGone() {
            return readerGone;
        }
    }

    /** @param pipe whether writes go to a pipe or socket; asked when one has failed */
    public StandardOutput(Writer to, BooleanSupplier pipe) {
        this.to = to;
        this.pipe = pipe;
    }

    /** In UTF-8 whatever the locale: names go through unchanged, and files do not depend on the shell. */
    public static PrintWriter open() {
        Writer utf8 = new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8);
        return new PrintWriter(new StandardOutput(utf8, StandardOutput::pipe), /* autoFlush= */ true);
    }

    @Override
    public void write(char[] text, int from, int length) {
        check();
        try {
            to.write(text, from, length);
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void flush() {
        check();
        try {
            to.flush();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void close() {
        if (lost == null) {
            flush();
        }
    }

    /** After a lost write no later one may arrive: the reader would take the whole for complete. */
    private void check() {
        if (lost != null) {
            throw lost;
        }
    }

    private Lost lost(IOException e) {
        lost = new Lost(e, "Broken pipe".equals(e.getMessage()) || pipe.getAsBoolean());
        return lost;
    }

    private static boolean pipe() {
        try {
            int kind = (Integer) Files.getAttribute(ITSELF, "unix:mode") & KIND;
            return kind == PIPE || kind == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }
}
