package dev.kith.serve;

import dev.kith.serve.http.Dispatcher;
import dev.kith.serve.learn.Learners;
import dev.kith.serve.models.ModelDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What a server has beside its connections.
 *
 * @param usual threads that answer
 * @param apart the thread that learns
 */
record Inside(
        ModelDirectory models,
        Optional<Learners> learners,
        Watcher watcher,
        ExecutorService usual,
        ExecutorService apart)
        implements Closeable {
    /** The models and learners of a directory, and threads for them. */
    static Inside of(ServeOptions options) throws IOException {
        ModelDirectory models = new ModelDirectory(options.directory(), options.listener());
        models.look();
        Optional<Learners> learners = options.learn()
                ? Optional.of(Learners.open(options.directory(), models, options.listener()))
                : Optional.empty();
        int waiting = options.limits().waiting();
        return new Inside(
                models,
                learners,
                new Watcher(models, new Failures(options.listener())),
                threads("kith-worker", options.limits().threads(), waiting),
                threads("kith-learn", 1, waiting));
    }

    Dispatcher.Workers workers() {
        return new Dispatcher.Workers(usual, apart);
    }

    private static ExecutorService threads(String name, int count, int waiting) {
        ThreadFactory daemons = work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
        return new ThreadPoolExecutor(count, count, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(waiting), daemons);
    }

    /** When no request is left: what was learned is kept. */
    @Override
    public void close() {
        watcher.close();
        usual.shutdown();
        apart.shutdown();
        learners.ifPresent(Learners::close);
    }
}
