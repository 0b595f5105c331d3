/** The same models in protocols that others agreed on: the Open Inference Protocol, and the scoring of MLflow and SageMaker. */
@NullMarked
package dev.kith.serve.open;

import org.jspecify.annotations.NullMarked;
