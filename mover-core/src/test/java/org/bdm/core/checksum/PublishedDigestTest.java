package org.bdm.core.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedDigestTest {
    private static final String HEX64 = "1220" + "0f".repeat(30);
    private static final String HEX32 = "d501100f".repeat(4);

    private static String read(String type, String text) {
        return PublishedDigest.read(Optional.ofNullable(type), text)
                .map(Checksum::toString)
                .orElse("unread");
    }

    @Test
    void everySpellingOfOneDigestIsTheSame() {
        Checksum wanted = Checksum.ofHex(ChecksumAlgorithm.SHA256, HEX64);
        for (String spelled : new String[] {
            HEX64,
            HEX64.toUpperCase(java.util.Locale.ROOT),
            " " + HEX64 + "\n",
            "sha256:" + HEX64,
            "1220" + HEX64,
            "SHA-256:" + HEX64
        }) {
            assertThat(PublishedDigest.read(Optional.empty(), spelled))
                    .as(spelled)
                    .contains(wanted);
            assertThat(PublishedDigest.read(Optional.of("SHA256"), spelled))
                    .as(spelled)
                    .contains(wanted);
        }
        assertThat(read("MD5", HEX32)).isEqualTo("MD5:" + HEX32);
        assertThat(read(null, HEX32)).isEqualTo("MD5:" + HEX32);
        assertThat(read(null, "d50110" + HEX32)).isEqualTo("MD5:" + HEX32);
        assertThat(read("crc32c", "01234567")).isEqualTo("CRC32C:01234567");
    }

    @Test
    void aDeclaredTypeThatCannotBeIsCorrectedByTheLength() {
        assertThat(read("SHA256", HEX32)).isEqualTo("MD5:" + HEX32);
        assertThat(read("checksum", HEX64)).isEqualTo("SHA-256:" + HEX64);
    }

    @ParameterizedTest
    @CsvSource({"SHA512,64", "SHA3-256,64", "sha1,40", "MD4,32", ",40", ",128", ",66", ",8", "BLAKE3,64"})
    void whatIsNotComputedHereIsNotTakenForSomethingElse(String type, int length) {
        assertThat(read(type, "a".repeat(length))).isEqualTo("unread");
    }

    @ParameterizedTest
    @CsvSource({"123", "''", "none", "sha256:", "':'", "zz00zz00zz00zz00zz00zz00zz00zz00"})
    void whatIsNoDigestIsUnread(String text) {
        assertThat(read("SHA256", text)).isEqualTo("unread");
    }
}
