package dev.kith.select;

import dev.kith.data.Dataset;
import dev.kith.method.Method;
import dev.kith.model.Fit;
import dev.kith.model.Model;
import dev.kith.select.Contender.Trained;

/**
 * A method in a comparison: tuned on whatever it is given, then trained on it.
 *
 * @param mayRefuse whether data that it does not take leave it out, since nobody asked for it
 */
record MethodContender(Tuning tuning, Compare.Listener listener, boolean mayRefuse) implements Contender {
    Method method() {
        return tuning.method();
    }

    @Override
    public String name() {
        return method().name();
    }

    @Override
    public Trained train(Dataset training) {
        Choice choice = tuning.choose(training, listener::trying);
        if (mayRefuse) {
            tuning.requireWorthwhile(training, choice);
        }
        Fit<? extends Model> fit = choice.trainer().train(training, step -> listener.fitting(name(), step));
        return new Trained(fit.model(), fit.report(), choice.chosen());
    }
}
