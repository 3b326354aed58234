package org.bdm.core.s3.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * AWS Signature Version 4 of one request, in its headers and with the hash of its whole body: never in chunks, which many stores do not take.
 *
 * <pre>
 *   canonical request   METHOD \n PATH \n QUERY \n name:value \n .. \n\n names;.. \n SHA-256 of the body
 *   string to sign      AWS4-HMAC-SHA256 \n TIME \n DATE/REGION/s3/aws4_request \n SHA-256 of the canonical request
 *   key                 HMAC(HMAC(HMAC(HMAC("AWS4" + secret, DATE), REGION), "s3"), "aws4_request")
 * </pre>
 *
 * From "Authenticating Requests: Using the Authorization Header", Amazon S3 API Reference. Pure.
 */
record RequestSignature(S3Credentials credentials, String region, Instant now, SigningKeys keys) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DATE_CHARS = 8;
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";

    /**
     * Returns the headers that prove who asks, to be sent beside those that are signed.
     *
     * @param path encoded as it is sent
     * @param query encoded and sorted as it is sent
     * @param signed headers with names in lower case, {@code host} among them
     * @param bodySha256 in hexadecimal digits
     */
    Map<String, String> headers(
            String method, String path, String query, Map<String, String> signed, String bodySha256) {
        String time = TIME.format(now);
        SortedMap<String, String> all = new TreeMap<>(signed);
        all.put("x-amz-date", time);
        all.put("x-amz-content-sha256", bodySha256);
        credentials.sessionToken().ifPresent(token -> all.put("x-amz-security-token", token));
        String names = String.join(";", all.keySet());
        StringBuilder canonical = new StringBuilder(512)
                .append(method)
                .append('\n')
                .append(path)
                .append('\n')
                .append(query)
                .append('\n');
        all.forEach((name, value) ->
                canonical.append(name).append(':').append(value.strip()).append('\n'));
        canonical.append('\n').append(names).append('\n').append(bodySha256);

        String date = time.substring(0, DATE_CHARS);
        String scope = date + "/" + region + "/s3/aws4_request";
        String toSign = ALGORITHM + "\n" + time + "\n" + scope + "\n" + sha256(bytes(canonical.toString()));
        byte[] key = keys.of(credentials, date, region);
        String signature = HexFormat.of().formatHex(SigningKeys.hmac(key, toSign));

        Map<String, String> proof = new TreeMap<>(all);
        proof.keySet().removeAll(signed.keySet());
        proof.put(
                "authorization",
                ALGORITHM + " Credential=" + credentials.accessKey() + "/" + scope + ",SignedHeaders=" + names
                        + ",Signature=" + signature);
        return proof;
    }

    /** Returns hexadecimal digits. */
    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a JDK without SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
