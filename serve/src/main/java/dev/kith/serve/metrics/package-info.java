/** What is counted: requests, rows, seconds, and how far rows are from those a model was trained on. */
@NullMarked
package dev.kith.serve.metrics;

import org.jspecify.annotations.NullMarked;
