package dev.kith.structure;

import dev.kith.data.DataException;
import dev.kith.data.NamedMatrix;
import dev.kith.data.read.Texts;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What a model says of the relation it was fitted with: {@link Relation#name}, {@link Relation#parameters} (among others,
 * perhaps) and the structure matrix over its tasks, for relations that describe a matrix by its digest. What is not said is
 * refused, never guessed.
 *
 * @param structure empty where only text is known
 */
public record Description(String relation, Map<String, String> parameters, Optional<NamedMatrix> structure) {
    /** What stands for lambda where a parameter is left out. */
    private static final String LAMBDA = "lambda";

    public Description {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** What a relation says of itself. */
    public static Description of(Relation relation) {
        return new Description(relation.name(), relation.parameters(), Optional.empty());
    }

    /**
     * A parameter that is a number.
     *
     * @throws DataException if it is not said or is no number
     */
    public double number(String name) {
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new DataException(
                    name + " of relation '" + relation + "' must be a number, got '" + text(name) + "'", e);
        }
    }

    /** A number that is said only where it is not {@code usual}. */
    double number(String name, double usual) {
        return parameters.containsKey(name) ? number(name) : usual;
    }

    /** Empty where the parameter is to be lambda itself. */
    OptionalDouble numberOrLambda(String name) {
        return text(name).equals(LAMBDA) ? OptionalDouble.empty() : OptionalDouble.of(number(name));
    }

    int whole(String name) {
        double value = number(name);
        if (value != (int) value) {
            throw new DataException(
                    name + " of relation '" + relation + "' must be a whole number, got '" + text(name) + "'");
        }
        return (int) value;
    }

    /** The content of a file, which starts with {@code kind}; models of older versions say the name of the file only. */
    String content(String name, String kind) {
        String text = text(name);
        if (!text.startsWith(kind)) {
            throw unsaid("what was in '" + text + "'");
        }
        return text;
    }

    /** The structure matrix, in place of what the digest {@code name} is of. */
    NamedMatrix matrix(String name) {
        content(name, Texts.SHA256);
        return structure.orElseThrow(() -> unsaid("more than a digest of its '" + name + "'"));
    }

    private String text(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw unsaid("its '" + name + "'");
        }
        return value;
    }

    private DataException unsaid(String what) {
        return new DataException("the model does not say " + what + ", so its relation '" + relation
                + "' cannot be made again; fit it again, or give the relation itself");
    }

    /** How {@link #numberOrLambda} is said. */
    static String text(OptionalDouble orLambda) {
        return orLambda.isPresent() ? Texts.number(orLambda.getAsDouble()) : LAMBDA;
    }
}
