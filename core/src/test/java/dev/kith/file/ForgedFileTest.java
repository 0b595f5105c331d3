package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.data.DataException;
import dev.kith.model.Model;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Digests are right here; everything else must be checked all the same. */
class ForgedFileTest {
    private static final String MODEL =
            "{\"kind\":\"linear\",\"method\":\"stl\",\"loss\":\"squared\",\"kernel\":\"linear\","
                    + "\"lambda\":1.5,\"parameters\":{\"p\":\"2\"},\"tasks\":[\"a\"],\"features\":[\"x\"],\"classes\":[],"
                    + "\"objective\":null,\"gap\":null,\"iterations\":3,\"status\":\"converged\","
                    + "\"data\":{\"name\":\"\",\"rows\":0,\"skipped\":0,\"observations\":0,\"sha256\":\"\"},"
                    + "\"seed\":1,\"threads\":1,\"backend\":\"\",\"version\":\"\",\"texts\":{}}";
    private static final String WEIGHTS = "\"weights\":{\"dtype\":\"F64\",\"shape\":[1,1],\"data_offsets\":[0,8]}";
    private static final String INTERCEPTS = "\"intercepts\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[8,16]}";
    private static final String BOTH = WEIGHTS + "," + INTERCEPTS;

    private static byte[] doubles(double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }

    private static void refused(byte[] file, String message) {
        assertThatThrownBy(() -> ModelFileTest.read(file))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(message);
    }

    private static void refusedModel(String from, String to, String message) {
        assertThat(MODEL).contains(from);
        refused(Forgery.of(MODEL.replace(from, to), BOTH, doubles(2, 3)), message);
    }

    /** The honest model with more members. */
    static Model model(String members) throws IOException {
        return ModelFileTest.read(Forgery.of(MODEL.replace("\"seed\"", members + "\"seed\""), BOTH, doubles(2, 3)));
    }

    @Test
    void anHonestForgeryLoads() throws IOException {
        Model model = ModelFileTest.read(Forgery.of(MODEL, BOTH, doubles(2, 3)));
        assertThat(model.predict("a", 5)).isEqualTo(13);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 67108865, 1L << 32, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void headerLengthsOutOfRangeAreRefused(long length) {
        refused(
                Forgery.file(length, "{}".getBytes(StandardCharsets.UTF_8)),
                "header length must be from 2 to 67108864, got " + Long.toUnsignedString(length));
    }

    @Test
    void headerLongerThanTheFileIsRefused() {
        refused(Forgery.file(3, new byte[] {'{', '}'}), "header length is 3 but only 2 bytes follow");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0,8]|[8,16]|[0,4]|must be [0, 8]",
                "[0,8]|[8,16]|[0,16]|must be [0, 8]",
                "[0,8]|[8,16]|[-8,0]|must be [0, 8]",
                "[0,8]|[8,16]|[8,0]|must be [0, 8]",
                "[0,8]|[8,16]|[0]|must be [0, 8]",
                "[0,8]|[8,16]|[0,8,8]|must be [0, 8]",
                "[0,8]|[8,16]|[0,9223372036854775807]|must be [0, 8]",
                "[0,8]|[8,16]|[0,9223372036854775808]|not valid JSON",
                "[0,8]|[8,16]|[0,8.0]|must be a list of whole numbers",
                "[0,8]|[8,16]|[0,null]|must be a list of whole numbers",
                "[8,16]|[0,8]|[0,8]|must be [8, 16]",
                "[8,16]|[0,8]|[9,17]|must be [8, 16]",
                "[8,16]|[0,8]|[16,24]|must be [8, 16]"
            })
    void holesOverlapsAndBadOffsetsAreRefused(String offsets, String other, String forged, String message) {
        assertThat(BOTH).contains(other);
        refused(Forgery.of(MODEL, BOTH.replace(offsets, forged), doubles(2, 3)), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[2,1]|must be [0, 16]",
                "[-1,1]|up to 4 sizes >= 0",
                "[1,1,1,1,1]|up to 4 sizes >= 0",
                "[2147483648]|up to 4 sizes >= 0",
                "[65536,65536]|more elements than fit",
                "[2147483647,2147483647]|more elements than fit",
                "[2147483639,1]|within 16 bytes",
                "[4294967296,4294967296]|up to 4 sizes >= 0",
                "[]|must have 2 dimensions",
                "[1]|must have 2 dimensions",
                "[1,1,1]|must have 2 dimensions",
                "[\"1\",1]|must be a list of whole numbers",
                "1|must be a list of whole numbers"
            })
    void badShapesAreRefused(String shape, String message) {
        refused(Forgery.of(MODEL, BOTH.replace("[1,1]", shape), doubles(2, 3)), message);
    }

    @Test
    void tensorsMustCoverTheFile() {
        refused(Forgery.of(MODEL, BOTH, doubles(2, 3, 4)), "tensors take 16 bytes but 24 follow the header");
        refused(Forgery.of(MODEL, BOTH, doubles(2)), "within 8 bytes");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void weightsMustBeFinite(double weight) {
        refused(
                Forgery.of(MODEL, BOTH, doubles(weight, 3)),
                "tensor 'weights' must hold finite numbers, got " + weight);
    }

    @Test
    void duplicateKeysAreRefusedEverywhere() {
        refused(Forgery.of(MODEL, BOTH + "," + WEIGHTS, doubles(2, 3)), "Duplicate");
        refused(
                Forgery.of(MODEL, BOTH.replace("\"shape\":[1]", "\"shape\":[1],\"shape\":[1]"), doubles(2, 3)),
                "Duplicate");
        refusedModel("\"lambda\":1.5", "\"lambda\":1.5,\"lambda\":1.5", "Duplicate");
        refusedModel("\"p\":\"2\"", "\"p\":\"2\",\"p\":\"2\"", "Duplicate");
    }

    @Test
    void deepNestingIsRefused() {
        refusedModel("{\"p\":\"2\"}", "[".repeat(100_000) + "]".repeat(100_000), "nesting");
        refused(Forgery.of(MODEL, "\"w\":" + "[".repeat(100_000) + "]".repeat(100_000)), "nesting");
    }

    @Test
    void numbersThatAreNotFiniteAreRefused() {
        refusedModel("1.5", "1e400", "JSON number 1e400 is not a finite double");
        refusedModel("1.5", "NaN", "not valid JSON");
        refusedModel("1.5", "Infinity", "not valid JSON");
        refusedModel("1.5", "\"1.5\"", "'lambda' must be a number or null");
        refusedModel("1.5", "9".repeat(1000), "not valid JSON");
        refusedModel("\"seed\":1", "\"seed\":1e3", "'seed' must be a whole number");
        refusedModel("\"seed\":1", "\"seed\":9223372036854775808", "not valid JSON");
        refusedModel("\"iterations\":3", "\"iterations\":-1", "'iterations' must be a whole number from 0 to");
    }

    @Test
    void partsThatAreMissingUnknownOrOfAnotherTypeAreRefused() {
        refused(Forgery.of(MODEL, WEIGHTS, doubles(2)), "the model has no tensor 'intercepts'");
        refused(Forgery.of(MODEL, BOTH.replace("F64", "I64"), doubles(2, 3)), "dtype must be one of [F64, I32, U8]");
        refused(
                Forgery.of(MODEL, BOTH.replace("\"F64\",\"shape\":[1,1]", "\"I32\",\"shape\":[1,2]"), doubles(2, 3)),
                "tensor 'weights' must be F64");
        refused(Forgery.of(MODEL, BOTH.replace("intercepts", "more"), doubles(2, 3)), "no tensor 'intercepts'");
        refused(
                Forgery.of(
                        MODEL,
                        BOTH + ",\"m\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[16,16]}",
                        doubles(2, 3)),
                "unknown parts [] [m]");
        refusedModel("\"texts\":{}", "\"texts\":{\"kernel\":\"linear\"}", "unknown parts [kernel] []");
        refusedModel("\"threads\":1,", "", "model has no 'threads'");
        refusedModel("\"threads\":1,", "\"threads\":1,\"hat\":1,", "model has unknown members [hat]");
        refusedModel("\"kind\":\"linear\"", "\"kind\":\"magic\"", "kind of model must be one of linear, kernel");
        refusedModel("converged", "great", "unknown status 'great'");
    }

    @Test
    void namesMustFitTheTensors() {
        refusedModel("[\"a\"]", "[\"a\",\"b\"]", "weights must be 1 x 2, got 1 x 1");
        refusedModel("[\"x\"]", "[]", "weights must be 0 x 1, got 1 x 1");
        refusedModel("[\"a\"]", "[]", "a model must have tasks, got none");
        refusedModel("[\"a\"]", "[\"a\",\"a\"]", "task names must differ, 'a' occurs twice");
        refusedModel("\"classes\":[]", "\"classes\":[\"no\"]", "classes must name two classes or none");
    }

    @Test
    void anUnknownVersionIsRefusedNamingBoth() {
        byte[] file = Forgery.of(MODEL, BOTH, doubles(2, 3));
        String text = new String(file, StandardCharsets.ISO_8859_1);
        byte[] newer = text.replace("\"format_version\":\"1\"", "\"format_version\":\"7\"")
                .getBytes(StandardCharsets.ISO_8859_1);
        refused(newer, "model file format is version 7, this Kith reads version 1; update Kith");
        byte[] other =
                text.replace("\"format\":\"kith\"", "\"format\":\"keras\"").getBytes(StandardCharsets.ISO_8859_1);
        other[0]++;
        refused(other, "format must be 'kith', got 'keras'");
        refused(
                Forgery.file(20, "{\"__metadata__\":{}}  ".substring(0, 20).getBytes(StandardCharsets.UTF_8)),
                "header: '__metadata__' has no 'format'");
        refused(Forgery.file(2, "{}".getBytes(StandardCharsets.UTF_8)), "header has no '__metadata__'");
        refused(Forgery.file(2, "hi".getBytes(StandardCharsets.UTF_8)), "not a Kith model: no header");
    }
}
