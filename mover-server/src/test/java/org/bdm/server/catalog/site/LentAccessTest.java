package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("A1")
class LentAccessTest {
    @ParameterizedTest
    @CsvSource({
        "https://node.example.org, node.example.org, true",
        "https://Node.Example.org:443, node.example.org, true",
        "https://node.example.org, node.example.org:8443, false",
        "https://node.example.org:8443, node.example.org:8443, true",
        "https://[::1]:8443, [::1]:8443, true",
        "https://node.example.org, anode.example.org, false",
        "https://*, anything:1, true",
        "bdm://*, node.example.org, false",
        "bdm://c/in, c, false"
    })
    void aLoginIsLentAtTheNodeThatIsNamed(String text, String node, boolean isLent) {
        assertThat(LentAccess.parse(text).isLoginAt(node)).isEqualTo(isLent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://node/path",
                "https://",
                "https://u@node",
                "https://node?x",
                "https://no de",
                "http://node",
                "ftp://node",
                "bdm://",
                "bdm://*/in",
                "bdm://c/in/../x",
                "bdm://c/.bdm",
                "https://*.example.org"
            })
    void whatIsNoSuchPlaceIsRefused(String text) {
        assertThat(LentAccess.isMeant(text)).isTrue();
        assertThatThrownBy(() -> LentAccess.parse(text))
                .isInstanceOfSatisfying(
                        MoverException.class,
                        e -> assertThat(e.code()).isIn(ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_PATH));
    }
}
