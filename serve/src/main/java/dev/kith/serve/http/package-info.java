/**
 * Requests in, answers out: routes, bodies read without holding a thread, caps, tokens, and the words for what is refused. Knows nothing of models.
 */
@NullMarked
package dev.kith.serve.http;

import org.jspecify.annotations.NullMarked;
