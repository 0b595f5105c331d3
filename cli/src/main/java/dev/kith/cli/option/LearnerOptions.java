package dev.kith.cli.option;

import dev.kith.cli.terminal.NamedFiles;
import dev.kith.stream.LearnerKind;
import dev.kith.stream.LearnerParameter;
import dev.kith.stream.LearnerSettings;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** The catalogue of online learners as options: which one, and its settings. */
public final class LearnerOptions {
    private static final String LEARNER = "--learner";
    private static final LearnerKind USUAL = LearnerKind.PERCEPTRON;

    private LearnerOptions() {}

    /** As written on the command line: {@code --b}. */
    public static String option(String key) {
        return "--" + key;
    }

    public static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(LEARNER)
                .paramLabel("L")
                .type(String.class)
                .order(MethodOptions.OPTION_ORDER)
                .description(LearnerKind.choices() + ". Default: " + USUAL.key() + ".")
                .build());
        for (LearnerParameter parameter : LearnerParameter.values()) {
            command.addOption(typed(parameter)
                    .order(MethodOptions.OPTION_ORDER)
                    .description(parameter.help(LearnerOptions::option))
                    .build());
        }
    }

    private static OptionSpec.Builder typed(LearnerParameter parameter) {
        OptionSpec.Builder option = OptionSpec.builder(option(parameter.key()));
        boolean file = parameter.type() == LearnerParameter.Type.FILE || parameter == LearnerParameter.B;
        option.userObject(file ? NamedFiles.Role.READ : NamedFiles.Role.NONE);
        if (parameter.type() == LearnerParameter.Type.FLAG) {
            return option.arity("0").type(boolean.class);
        }
        option.paramLabel(parameter.label());
        return switch (parameter.type()) {
            case NUMBER -> option.type(Double.class);
            case WHOLE -> option.type(Integer.class);
            case CHOICE ->
                option.type(String.class)
                        .completionCandidates(parameter.choices())
                        .converters(text -> choice(parameter, text));
            case FLAG, FILE, TEXT -> option.type(String.class);
        };
    }

    private static String choice(LearnerParameter parameter, String text) {
        return parameter.choices().stream()
                .filter(text::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "expected one of " + parameter.choices() + " (case-insensitive) but was '" + text + "'"));
    }

    /** What b came to, where it was to be taken from a model. */
    public static Optional<String> derivedB(ParseResult parsed, LearnerSettings settings) {
        String asked = parsed.matchedOptionValue(option(LearnerParameter.B.key()), "");
        String b = settings.values().getOrDefault(LearnerParameter.B, "");
        return asked.equals(b) ? Optional.empty() : Optional.of("b = " + b + ", " + asked);
    }

    /** The learner asked for; a setting it has no use for is refused. */
    public static LearnerSettings given(ParseResult parsed) {
        LearnerSettings settings =
                LearnerSettings.of(LearnerKind.named(parsed.matchedOptionValue(LEARNER, USUAL.key())));
        for (LearnerParameter parameter : LearnerParameter.values()) {
            Object value = parsed.matchedOptionValue(option(parameter.key()), null);
            if (value != null) {
                settings = settings.with(parameter, value.toString());
            }
        }
        return settings.check();
    }
}
