package dev.kith.checks;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips, with their reason, the checks a trainer declares not to pass. */
final class DeclaredExceptions implements BeforeEachCallback {
    @Override
    public void beforeEach(ExtensionContext context) {
        Map<String, String> exceptions = ((TrainerCase) context.getRequiredTestInstance()).exceptions();
        for (String name : exceptions.keySet()) {
            if (Arrays.stream(context.getRequiredTestClass().getMethods())
                    .map(Method::getName)
                    .noneMatch(name::equals)) {
                Assertions.fail("exceptions() names '" + name + "', which is no check");
            }
        }
        String reason = exceptions.get(context.getRequiredTestMethod().getName());
        if (reason != null) {
            Assumptions.abort(reason);
        }
    }
}
