package dev.kith.cli;

import dev.kith.data.Dataset;
import dev.kith.model.Mixture;
import dev.kith.model.Model;
import dev.kith.model.ModelFile;
import dev.kith.select.Contender.Trained;
import dev.kith.select.Gains.TaskGain;
import dev.kith.select.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which model a comparison leaves behind. */
final class SavedModel {
    private static final String BEST = "best";

    @Option(
            names = "--save",
            paramLabel = "best|METHOD",
            description = "Train the best method, or this one, on all rows and save the model.")
    private @Nullable String save;

    @Option(
            names = "--safe",
            description =
                    "Save, for each task, whichever of the method that shares and stl predicted it better: no task"
                            + " gets a worse model than it would have alone.")
    private boolean safe;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Where to save the model. Default best.kith, METHOD.kith or safe.kith.")
    @Writes
    private @Nullable Path output;

    private boolean wanted() {
        return save != null || safe || output != null;
    }

    /** The method asked for by name. */
    private Optional<String> named() {
        return Optional.ofNullable(save).filter(name -> !name.equals(BEST));
    }

    private Path file() {
        return output != null ? output : Path.of((safe ? Mixture.METHOD : named().orElse(BEST)) + ".kith");
    }

    /** The file that is written without having been named. */
    Optional<Path> defaultFile() {
        return wanted() && output == null ? Optional.of(file()) : Optional.empty();
    }

    /** Says what is wrong before anything is computed. */
    void check(List<Method> methods) throws IOException {
        if (!wanted()) {
            return;
        }
        Outputs.requireWritable(file());
        if (named().isPresent()) {
            Method method = methods.stream()
                    .filter(m -> m.name().equals(named().get()))
                    .findFirst()
                    .orElseThrow(() -> new UsageException("--save must be best or one of the methods compared, "
                            + String.join(
                                    ", ", methods.stream().map(Method::name).toList()) + "; got '" + save + "'"));
            if (safe && method.equals(methods.get(0))) {
                throw new UsageException("--safe chooses between stl and a method that shares; --save names stl");
            }
            if (safe && !method.penalised()) {
                throw new UsageException(
                        "--safe cannot mix '" + method.name() + "' with stl: their models differ in kind");
            }
        }
    }

    /** Trains what is to be saved on all rows; {@code known} has been trained on them already. */
    void write(
            CompareResult result,
            List<MethodContender> contenders,
            @Nullable Trained known,
            int knownIndex,
            Terminal terminal)
            throws IOException {
        if (!wanted()) {
            return;
        }
        int chosen = chosen(result);
        terminal.progress("training " + result.methods().get(chosen).name() + " on all rows...");
        Dataset data = result.data();
        Trained trained = known != null && chosen == knownIndex
                ? known
                : contenders.get(chosen).train(data);
        Model model = trained.model();
        terminal.say("");
        if (safe) {
            Set<String> alone = alone(result, chosen);
            Model single = contenders.get(0).train(data).model();
            model = Mixture.of(model, single, alone);
            terminal.say("Safe: " + alone.size() + " of " + Terminal.count(data.taskCount(), "task")
                    + " predicted alone, the others by "
                    + result.methods().get(chosen).name() + ".");
        }
        ModelFile.write(model, file());
        terminal.say("Saved " + file());
    }

    private int chosen(CompareResult result) {
        if (named().isPresent()) {
            return result.methods().stream().map(Method::name).toList().indexOf(named().get());
        }
        return safe ? result.shared(Method::penalised) : result.best();
    }

    /** The tasks that stl predicted better than the method on the rows nobody trained on. */
    static Set<String> alone(CompareResult result, int method) {
        Set<String> alone = new TreeSet<>();
        Measure measure = result.measure();
        for (int t = 0; t < result.data().taskCount(); t++) {
            TaskGain gain = result.gains().get(method).perTask().get(t);
            if (gain.baseline().isPresent()
                    && gain.shared().isPresent()
                    && measure.cost(gain.baseline().getAsDouble())
                            < measure.cost(gain.shared().getAsDouble())) {
                alone.add(result.data().tasks().get(t));
            }
        }
        return alone;
    }
}
