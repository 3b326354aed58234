package org.bdm.server.hook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signatures of a message to a web address, in two forms. {@code Bdm-Signature: t=SECONDS,v1=HEX} has the HMAC-SHA-256 of
 * {@code SECONDS.BODY} with the secret as it was printed. {@code webhook-id}, {@code webhook-timestamp} and {@code webhook-signature} are those
 * of Standard Webhooks: the HMAC-SHA-256 of {@code ID.SECONDS.BODY} in base64, with the bytes that the secret stands for.
 */
final class HookSignature {
    private static final String ALGORITHM = "HmacSHA256";

    /** Begins a secret whose rest is base64, as Standard Webhooks has it. */
    private static final String PREFIX = "whsec_";

    private final String secret;
    private final String id;
    private final long seconds;
    private final byte[] body;

    /**
     * Of one message.
     *
     * @param secret as it was printed
     * @param id of the message
     * @param seconds since 1970, when it is sent
     */
    HookSignature(String secret, String id, long seconds, byte[] body) {
        this.secret = secret;
        this.id = id;
        this.seconds = seconds;
        this.body = body.clone();
    }

    /** The header fields of the call. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Bdm-Signature", own());
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", String.valueOf(seconds));
        headers.put("webhook-signature", standard());
        return headers;
    }

    private String own() {
        byte[] hmac = hmac(secret.getBytes(StandardCharsets.US_ASCII), seconds + ".");
        return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(hmac);
    }

    private String standard() {
        byte[] hmac = hmac(key(secret), id + "." + seconds + ".");
        return "v1," + Base64.getEncoder().encodeToString(hmac);
    }

    /** The bytes of a secret; one that an earlier version made is base64 for addresses. */
    private static byte[] key(String secret) {
        String coded = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
        return Base64.getUrlDecoder().decode(coded.replace('+', '-').replace('/', '_'));
    }

    private byte[] hmac(byte[] key, String before) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA-256", e);
        }
    }
}
