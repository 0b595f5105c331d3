package dev.kith.cli;

import dev.kith.cli.terminal.Terminal;
import dev.kith.cli.terminal.UsageException;
import dev.kith.cli.terminal.Writes;
import dev.kith.data.DataException;
import dev.kith.file.ModelFile;
import dev.kith.method.Capability;
import dev.kith.method.Method;
import dev.kith.model.Model;
import dev.kith.score.Measure;
import dev.kith.select.Comparison;
import dev.kith.select.Comparison.Compared;
import dev.kith.select.Ensemble;
import dev.kith.select.stack.Mixture;
import dev.kith.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which model a comparison leaves behind. */
final class SavedModel {
    private static final String BEST = "best";

    @Option(
            names = "--save",
            paramLabel = "best|ensemble|METHOD",
            description =
                    "Train the best method, several together (ensemble; also with best, if it is better by more than chance), or this"
                            + " one on all rows and save the model.")
    private @Nullable String save;

    @Option(
            names = "--safe",
            description =
                    "Save, for each task, whichever of the method that shares and stl predicted it better on the labels held"
                            + " out, and say how well that does on labels that had no part in the choice.")
    private boolean safe;

    @Option(
            names = "--calibrate",
            description =
                    "Keep with the saved model how far its method missed the labels that the comparison held out: predict then gives"
                            + " --interval, and probabilities for every loss. Nothing is trained for it.")
    private boolean calibrate;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "MODEL",
            description = "Where to save the model. Default best.kith, METHOD.kith or safe.kith.")
    @Writes
    private @Nullable Path output;

    private boolean wanted() {
        return save != null || safe || output != null;
    }

    /** What needs each row, where moments of the rows will not do. */
    Optional<String> needsRows() {
        return calibrate ? Optional.of("--calibrate") : Optional.empty();
    }

    /** The method asked for by name. */
    private Optional<String> named() {
        return Optional.ofNullable(save).filter(name -> !name.equals(BEST));
    }

    /** Whether several methods together were asked for. */
    private boolean several() {
        return Ensemble.NAME.equals(save);
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
            if (calibrate) {
                throw new UsageException("--calibrate is for a model that is saved: --save best, a method, or --safe");
            }
            return;
        }
        Outputs.requireWritable(file());
        if (several() && safe) {
            throw new UsageException("--safe chooses between stl and a method that shares; --save names " + save);
        }
        if (named().isPresent() && !several()) {
            Method method = methods.stream()
                    .filter(m -> m.name().equals(named().get()))
                    .findFirst()
                    .orElseThrow(() ->
                            new UsageException("--save must be best, ensemble or one of the methods compared, "
                                    + String.join(
                                            ", ",
                                            methods.stream().map(Method::name).toList()) + "; got '" + save + "'"));
            if (safe && method.equals(methods.get(0))) {
                throw new UsageException("--safe chooses between stl and a method that shares; --save names stl");
            }
            if (safe && !method.can(Capability.MIXES)) {
                throw new UsageException(
                        "--safe cannot mix '" + method.name() + "' with stl: their models differ in kind");
            }
        }
    }

    /** Whether the model that was asked for is among those of a comparison that was cut short. */
    boolean possible(Optional<Comparison> found) {
        return wanted()
                && found.isPresent()
                && (!several() || found.get().ensemble().isPresent())
                && (named().isEmpty()
                        || several()
                        || found.get().methods().stream()
                                .anyMatch(compared -> compared.name().equals(named().get())))
                && (!safe
                        || found.get().methods().stream()
                                .skip(1)
                                .anyMatch(compared -> compared.method().can(Capability.MIXES)));
    }

    /** What becomes of the model of a comparison that was cut short, for the end of a sentence. */
    String shortWords(Optional<Comparison> found) {
        return possible(found)
                ? "; the model saved is as one of its folds trained it, not on all rows"
                : "; no model was saved";
    }

    /** The same, or says why a comparison whose time was over does not have it. */
    void writePossible(Comparison comparison, Terminal terminal) throws IOException {
        if (wanted() && !comparison.missing().isEmpty() && !possible(Optional.of(comparison))) {
            throw new DataException("no model was saved: "
                    + named().map(name -> "'" + name + "'").orElse("a method to mix with stl")
                    + " was not done when the budget ended; give more seconds, or fewer --methods");
        }
        write(comparison, terminal);
    }

    /** Trains what is to be saved on all rows, unless that has been done already. */
    void write(Comparison comparison, Terminal terminal) throws IOException {
        if (!wanted()) {
            return;
        }
        Optional<Ensemble> together = together(comparison);
        if (together.isPresent()) {
            write(comparison, together.get(), terminal);
            return;
        }
        Compared chosen = chosen(comparison);
        terminal.progress("training " + chosen.name() + " on all rows...");
        Model model =
                safe ? comparison.safeModel(chosen) : comparison.trained(chosen).model();
        terminal.say("");
        if (safe) {
            terminal.say("Safe: " + comparison.alone(chosen).size() + " of "
                    + Words.count(comparison.judged().taskCount(), "task") + " predicted alone, the others by "
                    + chosen.name() + "." + safeError(comparison, chosen));
        }
        if (calibrate) {
            ModelFile.write(safe ? comparison.calibratedSafe(chosen) : comparison.calibrated(chosen), file());
            terminal.say("Calibrated on the labels that " + comparison.validation() + " left out.");
        } else {
            ModelFile.write(model, file());
        }
        terminal.say("Saved " + file());
    }

    /** Several methods, where they are asked for, or the best is and they are it. */
    private Optional<Ensemble> together(Comparison comparison) {
        if (several() && comparison.ensemble().isEmpty()) {
            throw new DataException("no model was saved: this comparison has no ensemble, its last sentences say why;"
                    + " --save best or a method");
        }
        return several()
                ? comparison.ensemble()
                : comparison.ensemble().filter(found -> found.best() && !safe && named().isEmpty());
    }

    private void write(Comparison comparison, Ensemble together, Terminal terminal) throws IOException {
        terminal.progress("training the parts of the ensemble on all rows...");
        Model model = comparison.trained(together).model();
        terminal.say("");
        if (calibrate) {
            ModelFile.write(comparison.calibrated(together), file());
            terminal.say("Calibrated on the labels that " + comparison.validation() + " left out.");
        } else {
            ModelFile.write(model, file());
        }
        terminal.say("Saved " + file() + " (" + Ensemble.NAME + " = " + together.formula() + ")");
    }

    /** What the choice task by task is worth, by labels that had no part in it. */
    private static String safeError(Comparison comparison, Compared sharing) {
        Measure measure = comparison.measure();
        return comparison
                .safeHeldOut(sharing)
                .map(held -> " Chosen for each fold by the labels of others, that has "
                        + measure.key() + " "
                        + shown(comparison
                                .judged(held)
                                .scores(measure, comparison.judged())
                                .steadyMean()
                                .orElse(Double.NaN))
                        + " (stl " + shown(comparison.baseline().mean()) + ", " + sharing.name() + " "
                        + shown(sharing.mean()) + ").")
                .orElse("");
    }

    private static String shown(double value) {
        return Double.isNaN(value) ? "-" : Words.number(value);
    }

    private Compared chosen(Comparison comparison) {
        if (named().isPresent()) {
            return comparison.methods().stream()
                    .filter(compared -> compared.name().equals(named().get()))
                    .findFirst()
                    .orElseThrow();
        }
        return safe ? comparison.mixable() : comparison.winner();
    }
}
