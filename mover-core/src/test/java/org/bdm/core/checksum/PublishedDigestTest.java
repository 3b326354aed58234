package org.bdm.core.checksum;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
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

    @Test
    @Tag("E1")
    void aMultihashIsTheSameInEachBaseOfMultibase() throws Exception {
        byte[] sha = HexFormat.of().parseHex("12200f" + "ab".repeat(31));
        Checksum wanted = Checksum.ofHex(ChecksumAlgorithm.SHA256, "0f" + "ab".repeat(31));
        String base64 = Base64.getEncoder().encodeToString(sha);
        String address = Base64.getUrlEncoder().withoutPadding().encodeToString(sha);
        for (String written : List.of(
                "f" + HexFormat.of().formatHex(sha),
                "F" + HexFormat.of().withUpperCase().formatHex(sha),
                "12200F" + "AB".repeat(31),
                "z" + base58(sha),
                base58(sha),
                "b" + base32(sha),
                "B" + base32(sha).toUpperCase(Locale.ROOT),
                "M" + base64,
                "u" + address,
                "multihash:z" + base58(sha))) {
            assertThat(PublishedDigest.read(Optional.empty(), written))
                    .as(written)
                    .contains(wanted);
            assertThat(PublishedDigest.read(Optional.of("MULTIHASH"), written))
                    .as(written)
                    .contains(wanted);
        }
        assertThat(read(null, "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi"))
                .isEqualTo("unread");
    }

    @ParameterizedTest
    @Tag("E6")
    @CsvSource({
        "1114,20,SHA-1",
        "1340,64,SHA-512",
        "1440,64,SHA3-512",
        "1620,32,SHA3-256",
        "1e20,32,BLAKE3",
        "2030,48,SHA-384",
        "a0e40220,32,BLAKE2b",
        "e0e40220,32,BLAKE2s",
        "7f20,32,''",
        "93201c,28,SHA-224"
    })
    void aMultihashOfAnotherAlgorithmIsNamedAndNotTakenForSomethingElse(String head, int bytes, String algorithm) {
        WrittenDigest written = PublishedDigest.parse(Optional.empty(), head + "ab".repeat(bytes));
        assertThat(written.value()).isEmpty();
        assertThat(written.algorithm()).isEqualTo(algorithm);
        assertThat(written.isOfOtherAlgorithm()).isEqualTo(!algorithm.isEmpty());
    }

    @Test
    @Tag("E7")
    void aMultihashWhosePrefixStandsTwiceIsUnderstoodAndSaysSo() {
        WrittenDigest twice = PublishedDigest.parse(Optional.empty(), "12201220" + HEX64);
        assertThat(twice.value()).contains(Checksum.ofHex(ChecksumAlgorithm.SHA256, HEX64));
        assertThat(twice.isPrefixTwice()).isTrue();
        assertThat(PublishedDigest.parse(Optional.of("SHA256"), "d50110d50110" + HEX32)
                        .isPrefixTwice())
                .isTrue();
        assertThat(PublishedDigest.parse(Optional.empty(), "1220" + HEX64).isPrefixTwice())
                .isFalse();
        assertThat(read(null, "12201340" + HEX64)).isEqualTo("unread");
        assertThat(read(null, "122012201220" + HEX64)).isEqualTo("unread");
    }

    @Test
    void aPlainValueThatLooksLikeAShorterMultihashStaysPlain() {
        String looks = "9ce4021c" + "ab".repeat(28);
        assertThat(read(null, looks)).isEqualTo("SHA-256:" + looks);
        assertThat(read("sha2-256", looks)).isEqualTo("SHA-256:" + looks);
    }

    private static String base58(byte[] bytes) {
        String digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder();
        for (BigInteger left = new BigInteger(1, bytes);
                left.signum() > 0;
                left = left.divide(BigInteger.valueOf(58))) {
            text.insert(0, digits.charAt(left.mod(BigInteger.valueOf(58)).intValue()));
        }
        return text.toString();
    }

    /** Without padding, written bit by bit. */
    private static String base32(byte[] bytes) {
        String bits = new BigInteger(1, bytes).toString(2);
        bits = "0".repeat(bytes.length * 8 - bits.length()) + bits;
        bits += "0".repeat((5 - bits.length() % 5) % 5);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bits.length(); i += 5) {
            text.append("abcdefghijklmnopqrstuvwxyz234567".charAt(Integer.parseInt(bits.substring(i, i + 5), 2)));
        }
        return text.toString();
    }
}
