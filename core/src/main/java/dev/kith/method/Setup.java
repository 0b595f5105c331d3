package dev.kith.method;

import dev.kith.convex.CommonTrainer;
import dev.kith.convex.DrawnTrainer;
import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.data.transform.Transforming;
import dev.kith.kernel.Approximation;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.Linear;
import dev.kith.loss.Loss;
import dev.kith.loss.Losses;
import dev.kith.loss.TaskLosses;
import dev.kith.model.Training;

/**
 * Everything a trainer is made of, apart from lambda.
 *
 * @param transforming the scale that labels are learned on
 * @param featuresFrom what is learned from beside the features of the table
 */
public record Setup(
        TaskLosses losses,
        Kernel kernel,
        Training training,
        Approximation approximation,
        Settings settings,
        Transforming transforming,
        FeaturesFrom featuresFrom) {
    /** Labels are learned as they are, from the features of the table. */
    public Setup(TaskLosses losses, Kernel kernel, Training training, Approximation approximation, Settings settings) {
        this(losses, kernel, training, approximation, settings, Transforming.NONE, FeaturesFrom.NONE);
    }

    /**
     * What a method does with these data when nothing but its settings is said: losses that suit the labels, the linear
     * kernel, the method's usual training with labels scaled as {@link #usualScale} says.
     */
    public static Setup usual(Method method, Settings settings, Dataset data) {
        Setup usual = new Setup(
                        usualLosses(method, data),
                        CurveMethod.kernel(method),
                        method.usual().withScaling(true, usualScale(data)),
                        Approximation.AUTO,
                        settings)
                .closed();
        // Questions about different classes have nothing in common.
        return usual.closed(
                CommonTrainer.COST,
                data.columns().shape() != Columns.Shape.CLASSES
                        && data.columns().choice().isEmpty());
    }

    /** Logistic for labels with two values, else squared. */
    public static TaskLosses usualLosses(Dataset data) {
        return TaskLosses.all(data.twoValued() ? Losses.logistic() : Losses.squared());
    }

    /** The same, but squared for a method that learns the classes of a column as numbers. */
    public static TaskLosses usualLosses(Method method, Dataset data) {
        return method.can(Capability.CODES_CLASSES) && data.columns().shape() == Columns.Shape.CLASSES
                ? TaskLosses.all(Losses.squared())
                : usualLosses(data);
    }

    /** Tasks of wide data are often in units of their own; those of long data share one. */
    public static TargetScale usualScale(Dataset data) {
        return data.columns().shape() == Columns.Shape.WIDE && data.taskCount() > 1
                ? TargetScale.TASK
                : TargetScale.ALL;
    }

    public Setup with(Settings changed) {
        return new Setup(losses, kernel, training, approximation, changed, transforming, featuresFrom);
    }

    public Setup with(Training changed) {
        return new Setup(losses, kernel, changed, approximation, settings, transforming, featuresFrom).closed();
    }

    public Setup with(TaskLosses changed) {
        return new Setup(changed, kernel, training, approximation, settings, transforming, featuresFrom).closed();
    }

    /** Where intercepts or weights cannot be drawn together, or have nothing in common, no search asks whether they should be. */
    private Setup closed() {
        boolean one = training.targetScale() != TargetScale.TASK
                && !losses.any(loss -> loss.joint().isPresent());
        boolean linear = kernel instanceof Linear && one;
        return closed(DrawnTrainer.COST, linear && training.intercept())
                .closed(CommonTrainer.COST, linear && losses.common().isPresent());
    }

    private Setup closed(String cost, boolean possible) {
        return possible || !settings.has(cost) || !settings.isAuto(cost)
                ? this
                : with(settings.with(cost, settings.parameter(cost).fallback()));
    }

    /** With a kernel that is given: one that would have been chosen by its width is not. */
    public Setup with(Kernel given) {
        return withKernel(given, KernelWidth.beside(given, settings)).closed();
    }

    /** The same with widths that follow the data known: the median distance between inputs, which settings may multiply. */
    public Setup known(Dataset data) {
        return kernel.open() ? withKernel(KernelWidth.known(kernel, data, training), settings) : this;
    }

    Setup withKernel(Kernel other, Settings beside) {
        return new Setup(losses, other, training, approximation, beside, transforming, featuresFrom);
    }

    public Setup with(Approximation changed) {
        return new Setup(losses, kernel, training, changed, settings, transforming, featuresFrom);
    }

    public Setup with(Transforming changed) {
        return new Setup(losses, kernel, training, approximation, settings, changed, featuresFrom);
    }

    public Setup with(FeaturesFrom changed) {
        return new Setup(losses, kernel, training, approximation, settings, transforming, changed);
    }

    /** The one loss of all tasks, of one prediction at a time. */
    Loss loss() {
        Loss loss = losses.common()
                .orElseThrow(() -> new IllegalArgumentException(
                        "losses that differ by task are for methods that learn or are given a structure (stl, mean,"
                                + " mtfl, okl, ...); this method needs one loss"));
        Losses.requireSeparate(loss, "this method");
        return loss;
    }
}
