package org.bdm.core.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "Z",
                "0",
                "9a",
                "a.b-c_d",
                "A-Z.a_z",
                "123456789012345678901234567890123456789012345678901234567890123"
            })
    void isPlain(String name) {
        assertThat(PlainName.is(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".a",
                "-a",
                "_a",
                "a b",
                "a/b",
                "a@",
                "a[",
                "a`",
                "a{",
                "a:",
                "a\n",
                "\u00e4",
                "a\u0660",
                "1234567890123456789012345678901234567890123456789012345678901234"
            })
    void isNotPlain(String name) {
        assertThat(PlainName.is(name)).isFalse();
    }
}
