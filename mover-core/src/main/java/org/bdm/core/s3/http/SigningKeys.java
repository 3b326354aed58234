package org.bdm.core.s3.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Derives the key that signs requests of one day, and keeps the last one: the same one signs thousands of requests. Any thread. */
final class SigningKeys {
    private volatile @Nullable Derived last;

    @SuppressWarnings("ArrayRecordComponent") // nobody changes it
    private record Derived(S3Credentials from, String date, String region, byte[] key) {
        boolean isOf(S3Credentials who, String day, String where) {
            return from.equals(who) && date.equals(day) && region.equals(where);
        }
    }

    /**
     * Returns the key; nobody changes it.
     *
     * @param date eight digits
     */
    byte[] of(S3Credentials who, String date, String region) {
        Derived known = last;
        if (known != null && known.isOf(who, date, region)) return known.key();
        byte[] key = ("AWS4" + who.secretKey()).getBytes(StandardCharsets.UTF_8);
        for (String part : new String[] {date, region, "s3", "aws4_request"}) key = hmac(key, part);
        last = new Derived(who, date, region, key);
        return key;
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a JDK without HmacSHA256", e);
        }
    }
}
