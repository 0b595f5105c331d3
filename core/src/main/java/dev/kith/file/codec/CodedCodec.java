package dev.kith.file.codec;

import dev.kith.data.Codes;
import dev.kith.data.NamedMatrix;
import dev.kith.linalg.Matrix;
import dev.kith.model.CodedModel;
import dev.kith.model.Model;
import dev.kith.model.ModelInfo;

/**
 * Texts: coding (simplex, one-vs-all, given), base (the description of the base model, whose tasks are the codes' outputs).
 * Tensors: codes (outputs x classes), and the base model's own, named base.NAME.
 */
final class CodedCodec implements Codec<CodedModel> {
    @Override
    public String kind() {
        return "coded";
    }

    @Override
    public Class<CodedModel> type() {
        return CodedModel.class;
    }

    @Override
    public void write(CodedModel model, Parts to) {
        to.add("coding", model.codes().name());
        to.add("codes", model.codes().matrix().values());
        ConstrainedCodec.writeBase(model.base(), to);
    }

    @Override
    public CodedModel read(ModelInfo info, Parts from) {
        String name = from.text("coding");
        Matrix values = from.matrix("codes");
        Model base = ConstrainedCodec.readBase(from);
        NamedMatrix codes = new NamedMatrix("code", base.info().tasks(), info.tasks(), values);
        return new CodedModel(info, base, new Codes(name, codes));
    }
}
