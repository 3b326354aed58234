package org.bdm.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"bdm://a/data", "bdm://a/data/x/y.nc", "bdm://a.b/data/%ff%fe%0a%25", "bdm://a/data/\u00e9"})
    void readsBackWhatItWrites(String text) {
        assertThat(Endpoint.parse(text)).hasToString(text);
    }

    @Test
    void takesASlashAtTheEndAsTheDirectoryItself() {
        assertThat(Endpoint.parse("bdm://a/data/").path()).isEqualTo(StorePath.ROOT);
        assertThat(Endpoint.parse("bdm://a/data/x/").path()).isEqualTo(StorePath.ofUtf8("x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "data/x",
                "bdm://",
                "bdm://a",
                "bdm:///data",
                "http://a/data",
                "bdm://a/data/%f",
                "bdm://a/data/%zz"
            })
    void refusesOtherForms(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bdm://a/data/../x", "bdm://a/data/x//y", "bdm://a/data/%2e%2e/x", "bdm://a/data/x%00"})
    void refusesPathsThatCouldLeaveTheExport(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH));
    }
}
