package dev.kith.method;

import dev.kith.data.Dataset;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.kernel.map.Widths;
import dev.kith.model.Training;

/**
 * The widths of kernels that follow the data, as a parameter: how many times the median distance between inputs. So a search moves it
 * together with lambda and everything else, and what it finds has no unit.
 */
public final class KernelWidth {
    /** What it is called among the parameters. */
    public static final String NAME = "width";

    /** What a search tries. */
    static final double[] MULTIPLES = {0.125, 0.25, 0.5, 1, 2, 4, 8};

    static final Parameter PARAMETER = Parameter.number(
                    NAME,
                    Parameter.NONE,
                    Range.above(0),
                    "With --kernel gaussian or laplace and no width: how many times the median distance between inputs the width"
                            + " is; none: once.")
            .searched(MULTIPLES)
            .optional();

    private KernelWidth() {}

    /** The kernel with the median distance between the inputs of these data in place of widths that were left out. */
    public static Kernel known(Kernel kernel, Dataset data, Training training) {
        return Widths.known(kernel, data, training.standardize(), training.seed());
    }

    /** Settings beside a kernel that is given: searched where the kernel says so, of no use to one that has its width. */
    static Settings beside(Kernel kernel, Settings settings) {
        if (!settings.values().containsKey(NAME)) {
            if (kernel.searched()) {
                throw new SettingException(
                        NAME,
                        "is not searched for by this method: say it, or leave it out, in '" + kernel.spec() + "'");
            }
            return settings;
        }
        if (kernel.searched()) {
            requireOne(settings.has(NAME) && !settings.isAuto(NAME), kernel);
            return settings.with(NAME, Parameter.AUTO);
        }
        if (kernel.open()) {
            return settings;
        }
        requireOne(settings.has(NAME) && !settings.isAuto(NAME), kernel);
        return settings.with(NAME, Parameter.NONE);
    }

    private static void requireOne(boolean twice, Kernel kernel) {
        if (twice) {
            throw new SettingException(
                    NAME, "is for a kernel that does not say its width, such as gaussian; got '" + kernel.spec() + "'");
        }
    }

    /** The setup with a kernel that can be computed, its widths as the settings say. */
    public static Setup applied(Method method, Setup setup) {
        Settings settings = setup.settings();
        if (!method.has(NAME)) {
            return setup.withKernel(setup.kernel().times(1), settings);
        }
        boolean given = settings.has(NAME);
        if (setup.kernel().open()) {
            double times = given ? settings.number(NAME) : 1;
            return setup.withKernel(setup.kernel().times(times), settings.with(NAME, Parameter.NONE));
        }
        boolean own = setup.kernel() instanceof Linear
                && method.parameter(NAME).fallback().equals(Parameter.AUTO);
        if (given && !own) {
            throw new SettingException(
                    NAME,
                    "is for a kernel whose width follows the data: --kernel gaussian or laplace, got '"
                            + setup.kernel().spec() + "'");
        }
        return setup;
    }
}
