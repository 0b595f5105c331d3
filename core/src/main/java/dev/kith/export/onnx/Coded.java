package dev.kith.export.onnx;

import dev.kith.data.Codes;
import dev.kith.linalg.Matrix;

/** How near the outputs of a base model are to the code of each class: {@link Codes#scores}. */
record Coded(Maths maths, Functions base, Codes codes) implements Functions {
    @Override
    public Value all(Value x) {
        Graph graph = maths.graph();
        Matrix offsets = codes.scores(Matrix.zeros(1, codes.outputs().size()));
        return maths.plus(maths.product(base.all(x), graph.matrix(codes.slopes())), graph.matrix(offsets));
    }

    @Override
    public Value own(Value x, Value task) {
        return Functions.chosen(maths, this, x, task);
    }
}
