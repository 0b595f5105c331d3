package dev.kith.serve;

import dev.kith.serve.models.ModelDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** Looks at a directory again and again, on a thread of its own. */
final class Watcher implements Runnable, Closeable {
    private static final long EVERY_MILLIS = 1000;

    private final ModelDirectory models;
    private final Consumer<Throwable> failures;
    private final Thread thread;
    private String told = "";

    Watcher(ModelDirectory models, Consumer<Throwable> failures) {
        this.models = models;
        this.failures = failures;
        this.thread = new Thread(this, "kith-watch");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(EVERY_MILLIS);
                models.look();
                told = "";
            } catch (InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                tell(e);
            }
        }
    }

    /** What goes on failing is said once. */
    private void tell(Exception e) {
        if (!told.equals(e.toString())) {
            told = e.toString();
            failures.accept(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
