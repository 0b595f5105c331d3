package dev.kith.serve;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Consumer;

/** What nobody foresaw, for whoever runs the server: with its place in the program, which no answer says. */
record Failures(Consumer<String> listener) implements Consumer<Throwable> {
    @Override
    public void accept(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text, true));
        listener.accept("A request failed: " + text);
    }
}
