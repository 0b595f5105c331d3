/** What commands say: tables, headlines and explanations as text. */
@NullMarked
package dev.kith.cli.text;

import org.jspecify.annotations.NullMarked;
