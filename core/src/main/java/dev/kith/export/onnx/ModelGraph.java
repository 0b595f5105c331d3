package dev.kith.export.onnx;

import dev.kith.data.DataException;
import dev.kith.data.DenseInputs;
import dev.kith.data.Inputs;
import dev.kith.data.MixedInputs;
import dev.kith.data.SparseInputs;
import dev.kith.data.Standardizer;
import dev.kith.export.part.LinearForm;
import dev.kith.kernel.Kernel;
import dev.kith.kernel.KernelSum;
import dev.kith.kernel.map.ColumnViews;
import dev.kith.linalg.LinearAlgebra;
import dev.kith.linalg.Matrix;
import dev.kith.linalg.SparseRows;
import dev.kith.model.CodedModel;
import dev.kith.model.ConstrainedModel;
import dev.kith.model.EnsembleModel;
import dev.kith.model.FourierModel;
import dev.kith.model.KernelModel;
import dev.kith.model.KernelSumModel;
import dev.kith.model.LinearModel;
import dev.kith.model.Model;
import dev.kith.model.NodeModel;
import dev.kith.model.TreeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The functions of every kind of model. */
final class ModelGraph {
    private final Maths maths;

    ModelGraph(Maths maths) {
        this.maths = maths;
    }

    /**
     * Its functions.
     *
     * @throws DataException if ONNX cannot say them
     */
    Functions of(Model model) {
        LinearForm.requireOneGrouping(model, "an ONNX graph");
        if (model instanceof LinearModel linear) {
            return affine(model, UnaryOperator.identity(), linear.weights(), linear.intercept());
        }
        if (model instanceof KernelModel kernel) {
            return of(kernel);
        }
        if (model instanceof KernelSumModel sum) {
            return of(sum);
        }
        if (model instanceof FourierModel fourier) {
            return affine(model, x -> waves(x, fourier), fourier.weights(), fourier.intercept());
        }
        if (model instanceof NodeModel nodes) {
            return of(nodes);
        }
        if (model instanceof TreeModel trees) {
            return new TreeFunctions(maths, trees, new Link(maths, trees.info()));
        }
        if (model instanceof TreeModel.AsFeature feature) {
            return new TreeFeature(
                    maths,
                    of(feature.trees()),
                    of(feature.base()),
                    model.info().tasks().size());
        }
        if (model instanceof ConstrainedModel constrained) {
            return new Constrained(maths, of(constrained.base()), constrained.decoder());
        }
        if (model instanceof CodedModel coded) {
            return new Coded(maths, of(coded.base()), coded.codes());
        }
        EnsembleModel together = (EnsembleModel) model;
        return new WeightedSum(maths, together.parts().stream().map(this::of).toList(), together.weights());
    }

    private Functions affine(Model model, UnaryOperator<Value> features, Matrix weights, Matrix intercept) {
        return new Affine(maths, features, weights, intercept, new Link(maths, model.info()));
    }

    private Functions of(KernelModel model) {
        Matrix support = numbers(model.support(), model.kernel());
        KernelGraph to = new KernelGraph(maths, model.kernel(), support, model.support() instanceof DenseInputs);
        return affine(model, x -> to.values(scaled(x, model.scaling())), model.coefficients(), model.intercept());
    }

    /** Kernels side by side, each of its own columns; their coefficients one below the other. */
    private Functions of(KernelSumModel model) {
        List<KernelSum.View> views = model.kernels().views();
        List<UnaryOperator<Value>> parts = new ArrayList<>();
        for (KernelSum.View view : views) {
            Inputs own = view.ofText() ? model.support() : view.of(model.support());
            Matrix support = numbers(own, view.kernel());
            KernelGraph to = new KernelGraph(maths, view.kernel(), support, own instanceof DenseInputs);
            int[] columns = view.positions(model.info().features());
            boolean all = columns.length == model.info().features().size();
            parts.add(x -> to.values(all ? x : maths.columns(x, columns)));
        }
        UnaryOperator<Value> together = x -> {
            Value scaled = scaled(x, model.scaling());
            return maths.concat(parts.stream().map(part -> part.apply(scaled)).toList(), 1);
        };
        return affine(model, together, stacked(model.coefficients()), model.intercept());
    }

    private static Matrix stacked(List<Matrix> blocks) {
        int rows = blocks.stream().mapToInt(Matrix::rows).sum();
        Matrix all = Matrix.zeros(rows, blocks.get(0).cols());
        int at = 0;
        for (Matrix block : blocks) {
            System.arraycopy(block.data(), 0, all.data(), at, block.data().length);
            at += block.data().length;
        }
        return all;
    }

    private static Matrix numbers(Inputs support, Kernel kernel) {
        if (support instanceof DenseInputs dense) {
            return dense.values();
        }
        if (support instanceof SparseInputs sparse) {
            long size = (long) sparse.rows() * sparse.features().size();
            if (size > Graph.MOST_NUMBERS) {
                throw new DataException("kernel '" + kernel.spec() + "' looks at " + sparse.rows() + " inputs of "
                        + sparse.features().size()
                        + " features, mostly zeros, which ONNX has to write out; fit it with fewer"
                        + " inputs (--approximation landmarks:300)");
            }
            return sparse.values().toDense();
        }
        throw new DataException((support instanceof MixedInputs ? "a text column of " : "")
                + "kernel '" + kernel.spec()
                + "' compares texts or named rows, for which ONNX has no operation; predict"
                + " with kith instead");
    }

    private Value scaled(Value x, Standardizer scaling) {
        Graph graph = maths.graph();
        return maths.dividedBy(
                maths.minus(x, graph.matrix(scaling.featureMean())), graph.matrix(scaling.featureScale()));
    }

    private Value waves(Value x, FourierModel model) {
        Graph graph = maths.graph();
        Value angles = maths.product(scaled(x, model.scaling()), graph.matrix(model.frequencies()));
        Value waves = maths.concat(List.of(maths.cosine(angles), maths.sine(angles)), 1);
        return maths.times(waves, graph.number(1 / Math.sqrt(model.frequencies().cols())));
    }

    /** With the nodes' weights added up for each task; only where phi is the features themselves. */
    private Functions of(NodeModel model) {
        int d = model.info().features().size();
        if (!(model.map() instanceof ColumnViews)) {
            throw new DataException(
                    "the model's explicit features ('" + model.map().spec()
                            + "') are made by counting or hashing, for which ONNX has no operation; predict with kith instead");
        }
        int tasks = model.info().tasks().size();
        if ((long) d * tasks > Graph.MOST_NUMBERS) {
            throw new DataException("the weights of " + d + " features in " + tasks + " tasks are more than the "
                    + Graph.MOST_NUMBERS + " numbers of an ONNX file; take out tasks (kith extract)");
        }
        SparseRows places = model.map()
                .rows(new DenseInputs(Matrix.identity(d), model.info().features()));
        Matrix ofNodes = places.timesTranspose(model.weights());
        Matrix weights = model.members().transpose().times(ofNodes.transpose()).transpose();
        for (int t = 0; t < tasks; t++) {
            double scale = model.scaling().labelScale().get(0, t);
            for (int j : IntStream.range(0, d).toArray()) {
                weights.set(j, t, weights.get(j, t) * scale);
            }
        }
        return affine(model, x -> scaled(x, model.scaling()), weights, model.intercept());
    }

    /** Products of matrices are kith's own. */
    static Matrix product(Matrix a, Matrix b) {
        return LinearAlgebra.best().multiply(a, b);
    }
}
