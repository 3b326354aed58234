package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpOriginTest {
    @Test
    void portIsTheUsualOneOfTheSchemeUnlessNamed() {
        assertThat(HttpOrigin.of(URI.create("http://a.org/")).port()).isEqualTo(80);
        assertThat(HttpOrigin.of(URI.create("HTTPS://a.org/")).port()).isEqualTo(443);
        assertThat(HttpOrigin.of(URI.create("http://a.org:0/")).port()).isZero();
        assertThat(HttpOrigin.of(URI.create("http://a.org:443/")).isUsualPort()).isFalse();
        assertThat(HttpOrigin.of(URI.create("https://a.org:443/")).isUsualPort())
                .isTrue();
        assertThat(HttpOrigin.of(URI.create("http://[::1]:81/")).hostName()).isEqualTo("::1");
        assertThat(HttpOrigin.of(URI.create("http://a.org:81/")).hostName()).isEqualTo("a.org");
        assertThat(HttpOrigin.of(URI.create("http://a.org:81/"))).hasToString("http://a.org:81");
        assertThat(HttpOrigin.of(URI.create("https://a.org/"))).hasToString("https://a.org");
    }

    @Test
    void onlyHttpAndHttpsWithAHostCanBeAsked() {
        assertThat(List.of("http://a.org/x", "HTTPS://a.org/x")).allMatch(text -> HttpOrigin.isHttp(URI.create(text)));
        assertThat(List.of("ftp://a.org/x", "bdm://a/b/c", "http:/x", "mailto:a@b.org"))
                .noneMatch(text -> HttpOrigin.isHttp(URI.create(text)));
    }
}
