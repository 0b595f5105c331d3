package dev.kith.cli;

import dev.kith.cli.option.ServerOptions;
import dev.kith.cli.terminal.ExitCode;
import dev.kith.cli.terminal.Reads;
import dev.kith.cli.terminal.Terminal;
import dev.kith.serve.KithServer;
import dev.kith.serve.ServeOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code kith serve}: models answer over HTTP. */
@Command(
        name = "serve",
        description = "Serve the models of a directory over HTTP: predictions for programs.",
        customSynopsis = "kith serve DIR [OPTIONS]",
        sortOptions = false,
        footer = {
            "",
            "NAME.kith is model NAME; NAME@2.kith is version 2 of it. The newest version is current unless NAME.current has the"
                    + " number of another.",
            "",
            "Examples:",
            "  kith serve models",
            "  curl -H 'Content-Type: text/csv' --data-binary @new.csv http://localhost:8080/models/schools/predict",
            "  kith serve models --watch --host 0.0.0.0 --token-file token --tls-keystore server.p12 --tls-password-file"
                    + " password"
        })
final class ServeCommand implements Callable<Integer> {
    /** Requests that are being answered have so long to end. */
    private static final long ENDING_MILLIS = 10_000;

    @ParentCommand
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kith kith;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "The directory with the models.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    @Reads
    private Path directory;

    @Option(
            names = "--watch",
            description = "Look every second whether files have changed: models are replaced while requests go on.")
    private boolean watch;

    @Option(
            names = "--learn",
            description =
                    "Let learners of the directory, NAME.learner as stream --save-learner writes them, take labelled"
                            + " rows: POST /models/NAME/learn. A row that was answered is never lost.")
    private boolean learn;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ServerOptions server;

    @Override
    public Integer call() throws IOException {
        Terminal terminal = kith.terminal(spec);
        ServeOptions options = server.on(ServeOptions.of(directory))
                .watching(watch)
                .learning(learn)
                .telling(terminal::note);
        try (KithServer started = KithServer.start(options)) {
            kith.ending().keep(started::close, ENDING_MILLIS);
            List<String> models = started.models();
            terminal.say("Serving " + (models.isEmpty() ? "no models yet" : String.join(", ", models)) + " at "
                    + server.address(started.port()));
            started.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }
}
