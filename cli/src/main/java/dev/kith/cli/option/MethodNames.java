package dev.kith.cli.option;

import dev.kith.method.Method;
import dev.kith.method.Methods;
import java.util.Iterator;

/** The names of all methods, for shells that complete them. */
public final class MethodNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Methods.all().stream().map(Method::name).iterator();
    }
}
