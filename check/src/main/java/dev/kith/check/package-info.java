/**
 * Checks from outside that certificates are true: fits hostile problems through the public trainers, takes the saved model,
 * and computes objective and best point again from the raw rows in arithmetic of 32 digits. Shares no mathematics with
 * the code it checks. Never deployed.
 */
@NullMarked
package dev.kith.check;

import org.jspecify.annotations.NullMarked;
