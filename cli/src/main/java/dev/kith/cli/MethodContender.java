package dev.kith.cli;

import dev.kith.cli.Method.Setup;
import dev.kith.data.Dataset;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.select.Contender;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** A method of the command line in a comparison: tuned on whatever it is given, then trained on it. */
record MethodContender(Method method, Setup setup, OptionalDouble lambda, Tuner tuner) implements Contender {
    static final String LAMBDA = "lambda";

    @Override
    public String name() {
        return method.name();
    }

    @Override
    public Trained train(Dataset training) {
        Tuner.Choice choice = tuner.choose(method, setup, lambda, training);
        Fit<? extends Model> fit = choice.trainer().train(training);
        return new Trained(fit.model(), fit.report(), chosen(choice));
    }

    private Map<String, String> chosen(Tuner.Choice choice) {
        Map<String, String> chosen = new TreeMap<>();
        if (method.penalised()) {
            chosen.put(LAMBDA, Double.toString(choice.lambda()));
        }
        for (Setting setting : setup.settings().tuned()) {
            chosen.put(setting.key(), choice.setup().settings().recorded(setting));
        }
        return chosen;
    }
}
