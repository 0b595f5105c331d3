@NullMarked
package dev.kith.serve;

import org.jspecify.annotations.NullMarked;
