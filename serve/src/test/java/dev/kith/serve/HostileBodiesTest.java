package dev.kith.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kith.checks.Attack;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bodies that are no rows, or were damaged on the way: an answer or a refusal in words, never a failure. */
@Tag(Attack.FUZZ)
class HostileBodiesTest extends Attacked {
    @Test
    void jsonIsBounded() throws IOException {
        List<String> bombs = List.of(
                "[".repeat(90_000),
                "[".repeat(90_000) + "]".repeat(90_000),
                "[{\"shop\":" + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000) + "}]",
                "[{\"shop\":\"shop-1\",\"price\":" + "9".repeat(150_000) + ",\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":1e999999999,\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":-1e400,\"rain\":1}]",
                "[{\"shop\":\"shop-1\",\"price\":NaN,\"rain\":1}]",
                "[{\"shop\":\"" + "a".repeat(150_000) + "\",\"price\":1,\"rain\":1}]",
                "[{\"" + "a".repeat(150_000) + "\":1}]",
                "[{\"shop\":\"shop-1\",\"shop\":\"shop-2\",\"price\":1,\"rain\":1}]",
                "[{\"shop\":\"\\ud800\",\"price\":1,\"rain\":1}]",
                "[{\"shop\":\"\\u0000\",\"price\":1,\"rain\":1}]",
                "[{}" + ",{}".repeat(60_000) + "]",
                "[null]",
                "null",
                "\"\"",
                "1",
                "{\"a\":1}",
                "[1,2",
                "\u0000",
                "[[[[]]]]",
                ROW + ROW,
                ROW + "x",
                "{\"__proto__\":{}}",
                "[{\"@class\":\"java.lang.Runtime\"}]");
        for (String bomb : bombs) {
            String shown = bomb.substring(0, Math.min(40, bomb.length()));
            refused(shown, raw(post(PREDICT, bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/v2/models/plain/infer", bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/invocations", bomb.getBytes(StandardCharsets.UTF_8))));
            refused(shown, raw(post("/models/plain/explain", bomb.getBytes(StandardCharsets.UTF_8))));
        }
        byte[] latin = "[{\"shop\":\"caf\u00e9\",\"price\":1,\"rain\":1}]".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(raw(post(PREDICT, latin))).contains("the body is not UTF-8");
        byte[] overlong = ROW.getBytes(StandardCharsets.UTF_8).clone();
        overlong[10] = (byte) 0xc0;
        overlong[11] = (byte) 0xaf;
        assertThat(raw(post(PREDICT, overlong))).contains("the body is not UTF-8");
        Attack.report("serve", "JSON bombs", 4L * bombs.size());
    }

    @Test
    void damagedBodiesAreAnsweredOrRefused() throws IOException {
        String csv = "shop,price,rain\nshop-1,1.5,2\nshop-0,NA,\"7\"\n";
        String infer = "{\"inputs\":[{\"name\":\"task\",\"shape\":[1],\"datatype\":\"BYTES\",\"data\":[\"shop-1\"]},"
                + "{\"name\":\"x\",\"shape\":[1,2],\"datatype\":\"FP64\",\"data\":[[1.5,2]]}]}";
        String split = "{\"dataframe_split\":{\"columns\":[\"shop\",\"price\",\"rain\"],\"data\":[[\"shop-1\",1,2]]}}";
        List<String[]> seeds = List.of(
                new String[] {PREDICT, "application/json", ROW},
                new String[] {PREDICT, "text/csv", csv},
                new String[] {"/models/plain/explain", "application/json", ROW},
                new String[] {"/v2/models/plain/infer", "application/json", infer},
                new String[] {"/invocations", "application/json", split});
        int rounds = Attack.rounds(600);
        Random random = new Random(17);
        long before = used();
        for (int k = 0; k < rounds; k++) {
            String[] seed = seeds.get(random.nextInt(seeds.size()));
            byte[] body = seed[2].getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change >= 0; change--) {
                body[random.nextInt(body.length)] = (byte)
                        (random.nextBoolean() ? random.nextInt(256) : "[]{},:\"-9e\n".charAt(random.nextInt(11)));
            }
            HttpResponse<String> reply = client.send(java.net.http.HttpRequest.newBuilder(client.at(seed[0]))
                    .header("Content-Type", seed[1])
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(body))
                    .build());
            assertThat(reply.statusCode())
                    .as("seed 17, round %d: %s", k, new String(body, StandardCharsets.ISO_8859_1))
                    .isIn(200, 400, 415);
        }
        assertThat(used() - before).isLessThan(100L << 20);
        Attack.report("serve", "damaged bodies", rounds);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
