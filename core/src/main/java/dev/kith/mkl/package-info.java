/**
 * Multi-task multiple kernel learning: views of the features times task kernels, whose weights are learned while dual
 * coordinate ascent runs. Explicit sparse features with one vector per task node, or cached kernel rows; hashing of
 * features and inference of task hierarchies. What a fit reports is proven for what it saves.
 * Files and commands live elsewhere.
 */
@NullMarked
package dev.kith.mkl;

import org.jspecify.annotations.NullMarked;
