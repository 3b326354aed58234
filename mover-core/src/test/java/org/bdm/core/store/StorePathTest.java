package org.bdm.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorePathTest {
    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "/a", "a/", "a//b", "a/./b", "a/../b", "../a", "a\0b"})
    void refusesWhatCouldLeaveTheRootOrMeansAnotherName(String text) {
        assertThatThrownBy(() -> StorePath.ofUtf8(text))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a/b",
                "...",
                "..a",
                "-rf",
                "~",
                "%2e",
                "con",
                "a b",
                "a\nb",
                "\u00e9",
                "e\u0301",
                "\ud83c\udf0d"
            })
    void keepsEveryOtherNameByteForByte(String text) {
        assertThat(StorePath.ofUtf8(text).bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void showsBytesThatAreNoTextEscapedAndReversible() {
        FileName name = FileName.of(new byte[] {'a', (byte) 0xff, (byte) 0xfe, '\n', '%', (byte) 0xc3, (byte) 0xa9});
        assertThat(name.shown()).isEqualTo("a%ff%fe%0a%25\u00e9");
        assertThat(FileName.of(new byte[] {(byte) 0xe2, (byte) 0x80, (byte) 0xae, 'x'})
                        .shown())
                .isEqualTo("%e2%80%aex");
    }

    @Test
    void refusesNamesOver255AndPathsOver4096Bytes() {
        FileName.ofUtf8("x".repeat(255));
        assertThatThrownBy(() -> FileName.ofUtf8("x".repeat(256)))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NAME_TOO_LONG));
        String longest = "x/".repeat(2047) + "xx";
        assertThat(StorePath.ofUtf8(longest).bytes()).hasSize(4096);
        assertThatThrownBy(() -> StorePath.ofUtf8(longest + "x")).isInstanceOf(MoverException.class);
    }

    @Test
    void aPrefixEndsAtAName() {
        assertThat(StorePath.ofUtf8("a/bc").startsWith(StorePath.ofUtf8("a/b"))).isFalse();
        assertThat(StorePath.ofUtf8("a/b/c").startsWith(StorePath.ofUtf8("a/b")))
                .isTrue();
        assertThat(StorePath.ofUtf8("a").startsWith(StorePath.ROOT)).isTrue();
    }

    @Test
    void ordersNamesByUnsignedBytes() {
        assertThat(FileName.of(new byte[] {(byte) 0x80})).isGreaterThan(FileName.of(new byte[] {0x7f}));
    }
}
