package dev.kith.method;

import static dev.kith.method.Parameter.number;
import static dev.kith.method.Parameter.text;

import dev.kith.convex.ConvexTrainer;
import dev.kith.data.Codes;
import dev.kith.data.Columns;
import dev.kith.data.Dataset;
import dev.kith.data.NamedMatrix;
import dev.kith.data.Standardizer.TargetScale;
import dev.kith.decode.CodedTrainer;
import dev.kith.loss.Loss;
import dev.kith.model.Fit;
import dev.kith.model.FitReport.Progress;
import dev.kith.model.Model;
import dev.kith.model.Trainer;
import dev.kith.model.Training;
import dev.kith.model.Workspace;
import dev.kith.structure.Relations;
import dev.kith.structure.StructureFiles;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Classes, or tasks, described by codes. The classes of a column are learned as the numbers that code them, with a loss of
 * numbers, and read back; elsewhere, and with losses of classes, codes are a structure, A = L'L: for losses of inner products
 * both are the same problem.
 */
final class CodingMethod {
    private static final String CODING = "coding";
    private static final String EPS = "eps";
    private static final String RELATION = "relation";
    private static final String ALONE = "stl";

    static final Method METHOD = new Method(
            CODING,
            "classes learned as numbers that code them; tasks alike where their codes are",
            List.of(
                    text(
                            CODING,
                            "FILE|simplex|one-vs-all",
                            "",
                            "Codes of the classes: simplex (as many directions as classes, less one, all at equal angles),"
                                    + " one-vs-all (1 for the class, -1 for the others), or a CSV of a code x class matrix; of"
                                    + " tasks that are no classes: a CSV of a code x task matrix."),
                    text(
                            RELATION,
                            "NAME",
                            ALONE,
                            "How the numbers of a code are related: a method that needs no file, at its defaults, such as"
                                    + " stl (each alone), mean, mtfl."),
                    number(
                            EPS,
                            Relations.CODING_RIDGE,
                            Range.from(0),
                            "Ridge on the structure, relative to its mean diagonal; not for classes coded as numbers.")),
            capabilities(),
            Training.defaults(),
            CodingMethod::trainer);

    private CodingMethod() {}

    private static EnumSet<Capability> capabilities() {
        EnumSet<Capability> can = ConvexMethods.capabilities(Capability.CODES_CLASSES);
        can.remove(Capability.TRANSFORMS);
        can.remove(Capability.TREE_FEATURES);
        return can;
    }

    private static Trainer<? extends Model> trainer(Setup setup, double lambda) {
        setup.settings().number(EPS);
        OnceKnown known =
                new OnceKnown(setup, lambda, relation(setup.settings().text(RELATION)), given(setup.settings()));
        known.outputs(2); // what can be wrong with it is said now
        return known;
    }

    private static Method relation(String name) {
        Method relation = Methods.named(name);
        if (!relation.can(Capability.MIXES)
                || relation.can(Capability.CODES_CLASSES)
                || relation.parameters().stream().anyMatch(Parameter::required)) {
            throw new SettingException(
                    RELATION,
                    "must be a method of the convex family that needs no file, such as stl, mean, mtfl; got '" + name
                            + "'");
        }
        return relation;
    }

    /** The codes of a file; empty where they are made. */
    private static Optional<NamedMatrix> given(Settings settings) {
        String coding = settings.text(CODING);
        if (List.of(Codes.SIMPLEX, Codes.ONE_VS_ALL).contains(coding)) {
            return Optional.empty();
        }
        if (!Files.exists(settings.file(CODING))) {
            throw new SettingException(
                    CODING, "must be " + Codes.SIMPLEX + ", " + Codes.ONE_VS_ALL + " or a file, got '" + coding + "'");
        }
        return Optional.of(StructureFiles.matrix(settings.file(CODING)));
    }

    /** Everything but the names of the classes is known. */
    private record OnceKnown(Setup setup, double lambda, Method relation, Optional<NamedMatrix> given)
            implements Trainer<Model> {
        @Override
        public Fit<Model> train(Dataset data, Consumer<Progress> progress) {
            return train(new Workspace(data), progress);
        }

        @Override
        public Fit<Model> train(Workspace workspace, Consumer<Progress> progress) {
            List<String> tasks = workspace.data().tasks();
            Fit<? extends Model> fit = coded(workspace.data())
                    ? coded(codes(tasks)).train(workspace, progress)
                    : structured(tasks).train(workspace, progress);
            return new Fit<>(fit.model(), fit.report());
        }

        private CodedTrainer coded(Codes codes) {
            return new CodedTrainer(outputs(codes.outputs().size()), codes);
        }

        /** Learns the outputs of codes, which have one unit. */
        private Trainer<? extends Model> outputs(int count) {
            Training training = setup.training();
            Settings settings = relation.settings().start(count);
            return relation.trainer(
                    setup.with(settings).with(training.withScaling(training.standardize(), TargetScale.NONE)), lambda);
        }

        /** Whether the labels are classes of a column, and the loss is one of numbers. */
        private boolean coded(Dataset data) {
            if (data.columns().choice().isPresent()) {
                throw new SettingException(
                        CODING, "is for the classes of one column, all asked of every row, without --task or --order");
            }
            boolean numbers = !setup.losses().any(Loss::classification);
            boolean coded = data.columns().shape() == Columns.Shape.CLASSES && numbers;
            String unused = coded ? EPS : RELATION;
            Settings settings = setup.settings();
            if (!settings.text(unused).equals(settings.parameter(unused).fallback())) {
                throw new SettingException(
                        unused,
                        coded
                                ? "is for codes as a structure; classes coded as numbers have none"
                                : "is for classes coded as numbers: a column of classes (--classes), a loss of numbers");
            }
            return coded;
        }

        /** Codes as a structure may be the same for two tasks. */
        private ConvexTrainer structured(List<String> tasks) {
            NamedMatrix codes = given.orElseGet(() -> codes(tasks).matrix());
            return new ConvexTrainer(
                            setup.losses(),
                            setup.kernel(),
                            Relations.coding(codes, setup.settings().number(EPS)),
                            lambda,
                            setup.training())
                    .withApproximation(setup.approximation());
        }

        private Codes codes(List<String> classes) {
            return given.map(Codes::of)
                    .orElseGet(() -> setup.settings().text(CODING).equals(Codes.SIMPLEX)
                            ? Codes.simplex(classes)
                            : Codes.oneVsAll(classes));
        }
    }
}
