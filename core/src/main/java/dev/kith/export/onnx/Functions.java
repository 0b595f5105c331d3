package dev.kith.export.onnx;

/** The predictions of a model as operations on a matrix of its features, rows x features. */
interface Functions {
    /** Of every task, rows x tasks. */
    Value all(Value x);

    /** Of one task per row, whose position among the model's tasks is given; one dimension. */
    Value own(Value x, Value task);

    /** Of one task per row where nothing is saved by not asking the others. */
    static Value chosen(Maths maths, Functions of, Value x, Value task) {
        return maths.entry(of.all(x), task);
    }
}
