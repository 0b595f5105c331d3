/** Models that are served: found in one directory by name, replaced as a whole while requests go on. */
@NullMarked
package dev.kith.serve.models;

import org.jspecify.annotations.NullMarked;
