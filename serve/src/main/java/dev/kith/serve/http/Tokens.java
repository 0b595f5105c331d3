package dev.kith.serve.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** Who may ask: whoever sends one of these. Compared in time that does not depend on what was sent. */
public final class Tokens {
    /** Shorter ones can be tried out. */
    private static final int SHORTEST = 16;

    private static final String BEARER = "Bearer ";

    private final List<byte[]> digests;

    private Tokens(List<byte[]> digests) {
        this.digests = digests;
    }

    /** Everybody. */
    public static Tokens none() {
        return new Tokens(List.of());
    }

    /**
     * One of these.
     *
     * @throws IllegalArgumentException if one is too short to be a secret, or there is none
     */
    public static Tokens of(List<String> tokens) {
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("a token file must have a token on a line, has none");
        }
        for (String token : tokens) {
            if (!(token.length() >= SHORTEST)) {
                throw new IllegalArgumentException("a token must have " + SHORTEST + " characters or more, got "
                        + token.length() + "; head -c 24 /dev/urandom | base64 makes one");
            }
        }
        return new Tokens(tokens.stream().map(Tokens::digest).toList());
    }

    /** Whether nobody is asked for one. */
    public boolean open() {
        return digests.isEmpty();
    }

    /** Whether the header says a token that is known. All are compared, whatever the first says. */
    boolean admits(String authorization) {
        if (open()) {
            return true;
        }
        if (!authorization.startsWith(BEARER)) {
            return false;
        }
        byte[] given = digest(authorization.substring(BEARER.length()).trim());
        boolean known = false;
        for (byte[] digest : digests) {
            known |= MessageDigest.isEqual(digest, given);
        }
        return known;
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
