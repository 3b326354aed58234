package org.bdm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:1/", "http://localhost:1", "http://[::1]:1", "https://mover.example"})
    void sendsATokenWhereNobodyCanListen(String url) {
        ServerAddress address = new ServerAddress(URI.create(url), "secret", null);
        assertThat(address.base().toString()).doesNotEndWith("/");
        assertThat(address.toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://mover.example", "http://127.0.0.1.example", "http://10.0.0.1:8470"})
    void refusesToSendATokenInTheClear(String url) {
        assertThatThrownBy(() -> new ServerAddress(URI.create(url), "secret", null))
                .hasMessageContaining("plain HTTP");
    }

    @Test
    void refusesWhatIsNoServer() {
        assertThatThrownBy(() -> new ServerAddress(URI.create("file:///x"), null, null))
                .hasMessageContaining("file");
        assertThatThrownBy(() -> new ServerAddress(URI.create("http://a@b/"), null, null))
                .hasMessageContaining("http://HOST:PORT");
    }
}
