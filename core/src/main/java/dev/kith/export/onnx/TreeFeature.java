package dev.kith.export.onnx;

import java.util.List;

/** f_t(x) = base_t(x, trees_t(x)): trees say a feature more, which differs by task. */
record TreeFeature(Maths maths, Functions trees, Functions base, int tasks) implements Functions {
    @Override
    public Value all(Value x) {
        return EveryTask.of(maths, this, x, tasks);
    }

    @Override
    public Value own(Value x, Value task) {
        Value feature = maths.unsqueeze(trees.own(x, task), 1);
        return base.own(maths.concat(List.of(x, feature), 1), task);
    }
}
