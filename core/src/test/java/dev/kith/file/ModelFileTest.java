package dev.kith.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kith.checks.Attack;
import dev.kith.data.DataException;
import dev.kith.file.codec.Codec;
import dev.kith.model.Model;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

public class ModelFileTest {
    @TempDir
    Path directory;

    public static byte[] bytes(Model model) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelFile.encode(model).write(Channels.newChannel(bytes));
        return bytes.toByteArray();
    }

    /** Loads the bytes, or says what is wrong with them; anything but a {@link DataException} fails the test. */
    public static Model read(byte[] bytes) throws IOException {
        return ModelFile.read(new BytesChannel(bytes));
    }

    @Test
    void everyKindOfModelHasACodecAndAnExample() {
        assertThat(Codec.ALL).extracting(codec -> (Object) codec.type()).hasSameElementsAs(Arrays.asList((Object[])
                Model.class.getPermittedSubclasses()));
        assertThat(new Examples(1).all().values())
                .extracting(model -> (Object) model.getClass())
                .containsAll(Arrays.asList((Object[]) Model.class.getPermittedSubclasses()));
    }

    @Test
    void whatIsWrittenIsReadBitForBit() throws IOException {
        Path file = directory.resolve("model.kith");
        for (long seed = 0; seed < 10; seed++) {
            for (Map.Entry<String, Model> entry : new Examples(seed).all().entrySet()) {
                ModelFile.write(entry.getValue(), file);
                assertThat(ModelFile.read(file))
                        .as(entry.getKey() + ", seed " + seed)
                        .isEqualTo(entry.getValue());
                assertThat(Files.readAllBytes(file)).isEqualTo(bytes(entry.getValue()));
            }
        }
    }

    @Test
    void largeTensorsSpanManyChunks() throws IOException {
        Examples examples = new Examples(3);
        Model model = examples.linear(5000, 31, true);
        assertThat(read(bytes(model))).isEqualTo(model);
    }

    @Tag(Attack.FUZZ)
    @TestFactory
    Iterable<DynamicTest> everyTruncationIsRefused() {
        return new Examples(1)
                .all().entrySet().stream()
                        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                            byte[] whole = bytes(entry.getValue());
                            for (int length = 0; length < whole.length; length++) {
                                byte[] cut = Arrays.copyOf(whole, length);
                                assertThatThrownBy(() -> read(cut))
                                        .as("length " + length)
                                        .isInstanceOf(DataException.class);
                            }
                            Attack.report("model files", "truncations of " + entry.getKey(), whole.length);
                            byte[] longer = Arrays.copyOf(whole, whole.length + 1);
                            assertThatThrownBy(() -> read(longer)).isInstanceOf(DataException.class);
                        }))
                        .toList();
    }

    @Tag(Attack.FUZZ)
    @TestFactory
    Iterable<DynamicTest> everyFlippedBitIsRefused() {
        return new Examples(1)
                .all().entrySet().stream()
                        .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                            byte[] bytes = bytes(entry.getValue());
                            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                                assertRefused(bytes, "bit " + bit);
                                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                            }
                            read(bytes);
                            Attack.report("model files", "flipped bits of " + entry.getKey(), 8L * bytes.length);
                        }))
                        .toList();
    }

    @Tag(Attack.FUZZ)
    @Test
    void randomDamageIsRefused() throws IOException {
        long seed = 20261115;
        Random random = new Random(seed);
        int executions = 0;
        for (Map.Entry<String, Model> entry : new Examples(2).all().entrySet()) {
            byte[] whole = bytes(entry.getValue());
            for (int k = 0; k < Attack.rounds(5000); k++) {
                byte[] damaged = Mutation.of(whole, random);
                if (!Arrays.equals(damaged, whole)) {
                    assertRefused(damaged, entry.getKey() + ", seed " + seed + ", execution " + k);
                    executions++;
                }
            }
        }
        assertThat(executions).isGreaterThan(Attack.rounds(25_000));
        Attack.report("model files", "randomly damaged files", executions);
    }

    @Tag(Attack.FUZZ)
    @Test
    void randomDamageBehindRightDigestsIsRefusedOrLoads() throws IOException {
        long seed = 20261116;
        Random random = new Random(seed);
        int loaded = 0;
        int tried = 0;
        for (Model model : new Examples(2).all().values()) {
            byte[] whole = bytes(model);
            for (int k = 0; k < Attack.rounds(3000); k++) {
                byte[] damaged = Forgery.resealed(Mutation.of(whole, random));
                loaded += ModelFileFuzzTest.load(damaged) ? 1 : 0;
                tried++;
            }
        }
        assertThat(loaded).isBetween(1, Attack.rounds(18_000));
        Attack.report("model files", "damaged files with right digests, " + loaded + " of them sound", tried);
    }

    private static void assertRefused(byte[] bytes, String which) throws IOException {
        try {
            read(bytes);
        } catch (DataException e) {
            return;
        }
        throw new AssertionError("loaded in spite of damage: " + which);
    }

    @Test
    void messagesNameTheFileAndSayWhatToDo() throws IOException {
        Path file = directory.resolve("m.kith");
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(DataException.class)
                .hasMessage(file + ": no such file; name a model file");
        assertThatThrownBy(() -> ModelFile.read(directory))
                .isInstanceOf(DataException.class)
                .hasMessage(directory + ": not a regular file; name a model file");
        Files.write(file, new byte[5]);
        assertThatThrownBy(() -> ModelFile.read(file))
                .isInstanceOf(DataException.class)
                .hasMessage(
                        file + ": not a Kith model: 5 bytes are too few; the file is damaged: restore it or train the"
                                + " model again");
    }
}
