/** Bodies in JSON, read by tokens with strict limits: no value becomes an object that the request chose. */
@NullMarked
package dev.kith.serve.json;

import org.jspecify.annotations.NullMarked;
