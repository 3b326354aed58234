package org.bdm.server.site.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8471", "255.255.255.255:1", "[::1]:1", "localhost:65535"})
    void literalAddressesAreResolved(String text) {
        assertThat(DataAddress.parse(text).isUnresolved()).isFalse();
    }

    @Test
    void namesAreLeftToWhoConnects() {
        assertThat(DataAddress.parse("dtn-1.example.org:8471").isUnresolved()).isTrue();
        assertThat(DataAddress.parse("3com.example.org:8471").getPort()).isEqualTo(8471);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":1",
                "host",
                "host:",
                "host:0",
                "host:65536",
                "host:x",
                "256.1.1.1:1",
                "1.2:3",
                "a b:1",
                "a\nb:1",
                "[zz]:1",
                "-a:1",
                "a/b:1",
                "http://a:1",
                "12345678901234567890:1"
            })
    void anotherFormIsRefused(String text) {
        assertThatThrownBy(() -> DataAddress.parse(text)).isInstanceOf(MoverException.class);
    }
}
