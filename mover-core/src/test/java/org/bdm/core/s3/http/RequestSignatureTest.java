package org.bdm.core.s3.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The examples of "Signature Calculations for the Authorization Header", Amazon S3 API Reference; keys and bucket are those of the page. */
class RequestSignatureTest {
    private static final Instant TIME = Instant.parse("2013-05-24T00:00:00Z");
    private static final String HOST = "examplebucket.s3.amazonaws.com";
    private static final RequestSignature SIGNATURE = new RequestSignature(
            new S3Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", Optional.empty()),
            "us-east-1",
            TIME,
            new SigningKeys());

    @Test
    void signsTheGetObjectOfTheReference() {
        assertThat(signed("GET", "/test.txt", "", Map.of("host", HOST, "range", "bytes=0-9")))
                .isEqualTo("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void signsThePutObjectOfTheReference() {
        String sha256 = RequestSignature.sha256("Welcome to Amazon S3.".getBytes(StandardCharsets.UTF_8));
        Map<String, String> headers = Map.of(
                "host", HOST, "date", "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class", "REDUCED_REDUNDANCY");
        String path = "/" + PercentCoding.encodedPath("test$file.text");
        assertThat(signature(SIGNATURE.headers("PUT", path, "", headers, sha256)))
                .isEqualTo("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void signsAQueryWithoutAValue() {
        assertThat(signed("GET", "/", PercentCoding.query(Map.of("lifecycle", "")), Map.of("host", HOST)))
                .isEqualTo("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    }

    @Test
    void signsTheListingOfTheReference() {
        String query = PercentCoding.query(Map.of("prefix", "J", "max-keys", "2"));
        assertThat(signed("GET", "/", query, Map.of("host", HOST)))
                .isEqualTo("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void sendsTheTokenOfTemporaryCredentials() {
        S3Credentials temporary = new S3Credentials("key", "secret", Optional.of("token"));
        Map<String, String> proof = new RequestSignature(temporary, "us-east-1", TIME, new SigningKeys())
                .headers("GET", "/", "", Map.of("host", HOST), S3Request.NOTHING_SHA256);
        assertThat(proof).containsEntry("x-amz-security-token", "token");
        assertThat(proof.get("authorization"))
                .contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token");
    }

    @Test
    void eachDayAndRegionAndSecretHasAKeyOfItsOwn() {
        SigningKeys keys = new SigningKeys();
        S3Credentials old = new S3Credentials("key", "old", Optional.empty());
        S3Credentials renewed = new S3Credentials("key", "renewed", Optional.empty());
        byte[] first = keys.of(old, "20130524", "us-east-1");
        assertThat(keys.of(renewed, "20130524", "us-east-1"))
                .isNotEqualTo(first)
                .isEqualTo(new SigningKeys().of(renewed, "20130524", "us-east-1"));
        assertThat(keys.of(renewed, "20130525", "us-east-1"))
                .isEqualTo(new SigningKeys().of(renewed, "20130525", "us-east-1"));
        assertThat(keys.of(renewed, "20130525", "eu")).isEqualTo(new SigningKeys().of(renewed, "20130525", "eu"));
    }

    private static String signed(String method, String path, String query, Map<String, String> headers) {
        return signature(SIGNATURE.headers(method, path, query, headers, S3Request.NOTHING_SHA256));
    }

    private static String signature(Map<String, String> proof) {
        String authorization = String.valueOf(proof.get("authorization"));
        return authorization.substring(authorization.indexOf("Signature=") + "Signature=".length());
    }
}
