/**
 * Models as ONNX graphs, without a library: bytes in protobuf's wire format, a builder of graphs, and what each kind of model, step of
 * preparation and kind of answer becomes. What ONNX cannot say is refused.
 */
@NullMarked
package dev.kith.export.onnx;

import org.jspecify.annotations.NullMarked;
