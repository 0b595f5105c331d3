package dev.kith.export.onnx;

import java.util.List;

/**
 * A setting of an operation: whole numbers or texts, one or a list.
 *
 * @param many whether it is a list
 */
record Attribute(String name, List<Long> wholes, List<String> texts, boolean many) {
    private static final int WHOLE = 2;
    private static final int WHOLES = 7;
    private static final int TEXTS = 8;

    static Attribute of(String name, long value) {
        return new Attribute(name, List.of(value), List.of(), false);
    }

    static Attribute of(String name, long[] values) {
        return new Attribute(name, java.util.Arrays.stream(values).boxed().toList(), List.of(), true);
    }

    static Attribute of(String name, List<String> values) {
        return new Attribute(name, List.of(), values, true);
    }

    /** As onnx.proto has it. */
    ProtoMessage message() {
        ProtoMessage message = new ProtoMessage().text(1, name);
        if (!many) {
            return message.number(3, wholes.get(0)).number(20, WHOLE);
        }
        wholes.forEach(value -> message.number(8, value));
        texts.forEach(value -> message.text(9, value));
        return message.number(20, texts.isEmpty() ? WHOLES : TEXTS);
    }
}
