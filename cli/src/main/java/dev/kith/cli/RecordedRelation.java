package dev.kith.cli;

import dev.kith.convex.Approximation;
import dev.kith.convex.ConvexTrainer;
import dev.kith.data.DataException;
import dev.kith.kernel.Linear;
import dev.kith.loss.Squared;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;
import dev.kith.model.Training;
import dev.kith.structure.Relation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The relation between tasks a model was fitted with, from what it remembers of its settings. */
final class RecordedRelation {
    /** A model remembers the names of such files, not what was in them, and new tasks have to be in them. */
    private static final List<Setting> FILES =
            List.of(Setting.GRAPH, Setting.GROUPS, Setting.TREE, Setting.METRIC, Setting.CODING);

    private RecordedRelation() {}

    static void addOptions(CommandSpec command) {
        for (Setting setting : FILES) {
            command.addOption(OptionSpec.builder(setting.option())
                    .paramLabel("FILE")
                    .type(String.class)
                    .userObject(setting.role())
                    .order(Settings.OPTION_ORDER)
                    .description("For a model of method " + setting.key()
                            + ": the file of its fit, with the new tasks in" + " it.")
                    .build());
        }
    }

    /** @throws DataException if the model is of a method without such a relation */
    static Relation of(Model model, ParseResult parsed) {
        ModelInfo info = model.info();
        Method method = Methods.all().stream()
                .filter(candidate -> candidate.name().equals(info.method())
                        && candidate.penalised()
                        && model.structure().isPresent())
                .findFirst()
                .orElseThrow(() -> refused(info));
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        for (Setting setting : method.settings()) {
            given.put(setting, value(method, setting, info, parsed));
        }
        for (Setting file : FILES) {
            if (parsed.hasMatchedOption(file.option()) && !method.settings().contains(file)) {
                throw new UsageException(file.option() + " is not used by method '" + method.name() + "'");
            }
        }
        Method.Setup setup = new Method.Setup(
                TaskLosses.all(new Squared()),
                new Linear(),
                Training.defaults(),
                Approximation.AUTO,
                new Settings(given),
                Map.of());
        if (method.recipe().trainer(setup, 1) instanceof ConvexTrainer trainer) {
            return trainer.relation();
        }
        throw refused(info);
    }

    private static String value(Method method, Setting setting, ModelInfo info, ParseResult parsed) {
        if (!FILES.contains(setting)) {
            return info.parameters().getOrDefault(setting.key(), method.fallback(setting));
        }
        String file = parsed.matchedOptionValue(setting.option(), null);
        if (file == null) {
            throw new UsageException("a model of method '" + method.name() + "' needs " + setting.option()
                    + " FILE, with the new tasks in it. " + setting.help());
        }
        return file;
    }

    private static DataException refused(ModelInfo info) {
        return new DataException("a model of method '" + info.method()
                + "' has no structure that a new task could join;" + " fit all tasks again"
                + (info.method().equals("mkl") ? ", or place the task in the tree" : ""));
    }
}
