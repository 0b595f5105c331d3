package dev.kith.cli;

import dev.kith.cli.terminal.Ending;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What one command line gave. */
record Run(int code, String out, String err) {
    /** Runs {@code kith} with these arguments, in this process. */
    static Run kith(Object... args) {
        String[] texts = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            texts[i] = args[i].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new Ending(), new PrintWriter(out, true), new PrintWriter(err, true), texts);
        return new Run(code, out.toString(), err.toString());
    }
}
