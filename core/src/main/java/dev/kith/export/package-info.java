/**
 * Trained models in the formats of other programs: ONNX graphs, SQL, PMML, tables of coefficients. What is written predicts as the model does;
 * what a format cannot say is refused with a sentence, never left out in silence. Reads models, changes none.
 */
@NullMarked
package dev.kith.export;

import org.jspecify.annotations.NullMarked;
