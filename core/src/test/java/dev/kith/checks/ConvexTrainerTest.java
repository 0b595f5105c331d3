package dev.kith.checks;

import dev.kith.model.Training;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every known structure with the squared loss keeps all laws, in the space of features and with a kernel. */
@ParameterizedClass
@MethodSource("cases")
class ConvexTrainerTest extends KnownCase {
    ConvexTrainerTest(String method, String kernel) {
        super(method, kernel, Training.defaults());
    }

    static Stream<Arguments> cases() {
        return KnownMethods.names().stream()
                .flatMap(method ->
                        Stream.of(KnownCase.LINEAR, KnownCase.GAUSSIAN).map(kernel -> Arguments.of(method, kernel)));
    }
}
