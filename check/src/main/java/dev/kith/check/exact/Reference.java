package dev.kith.check.exact;

import java.util.List;

/**
 * A problem in {@link Dd}, stated apart from the code under check, and the saved model in it.
 *
 * @param design observations over the unknowns
 * @param penalty what unknowns cost
 * @param start unknowns at or very near the saved model
 * @param objective the objective of exactly what is saved
 * @param complaints where the saved model is not of the form the problem asks for
 */
public record Reference(Design design, Penalty penalty, DdMatrix start, Dd objective, List<String> complaints) {}
