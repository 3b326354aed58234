package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebProxyTest {
    private static final URI NODE = URI.create("https://esgf.example.org/thredds/a.nc");

    private static WebProxy of(String... pairs) {
        Map<String, String> environment = new java.util.HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) environment.put(pairs[i], pairs[i + 1]);
        return WebProxy.of(null, environment);
    }

    @Test
    void environmentSaysWhichSchemeGoesWhere() {
        WebProxy proxy = of("HTTPS_PROXY", "http://out.example:3128", "http_proxy", "plain.example:8080");
        assertThat(proxy.via(NODE)).contains(new WebProxy.Via("out.example", 3128, null, null));
        assertThat(proxy.via(URI.create("http://esgf.example.org/a.nc")))
                .contains(new WebProxy.Via("plain.example", 8080, null, null));
        assertThat(of("HTTPS_PROXY", "http://out.example:3128").via(URI.create("http://a.example/")))
                .isEmpty();
    }

    @Test
    void lowerCaseWinsAsInCurl() {
        assertThat(of("HTTPS_PROXY", "http://upper:1", "https_proxy", "http://lower:2")
                        .via(NODE))
                .contains(new WebProxy.Via("lower", 2, null, null));
    }

    @Test
    void optionTakesThePlaceOfTheEnvironment() {
        Map<String, String> environment = Map.of("HTTPS_PROXY", "http://out:1", "NO_PROXY", "near.example");
        WebProxy proxy = WebProxy.of("http://mine:2", environment);
        assertThat(proxy.via(NODE)).contains(new WebProxy.Via("mine", 2, null, null));
        assertThat(proxy.via(URI.create("http://a.example/"))).contains(new WebProxy.Via("mine", 2, null, null));
        assertThat(proxy.via(URI.create("https://near.example/"))).isEmpty();
        assertThat(WebProxy.of("none", environment).via(NODE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "esgf.example.org, true",
        "example.org, true",
        ".example.org, true",
        "*.example.org, true",
        ".esgf.example.org, false",
        "sgf.example.org, false",
        "EXAMPLE.org, true",
        "esgf.example.org:443, true",
        "esgf.example.org:8443, false",
        "*, true",
        "10.0.0.0/8, false",
        "other.org, false"
    })
    void namesOfNoProxyAreAskedDirectly(String entry, boolean isDirect) {
        assertThat(of("HTTPS_PROXY", "http://out:1", "NO_PROXY", "x.example, " + entry)
                        .via(NODE)
                        .isEmpty())
                .isEqualTo(isDirect);
    }

    @ParameterizedTest
    @CsvSource({
        "https://10.1.2.3/a, 10.0.0.0/8, true",
        "https://11.1.2.3/a, 10.0.0.0/8, false",
        "https://10.1.2.3/a, 10.1.2.3, true",
        "https://10.1.2.3:8443/a, 10.1.2.3:443, false",
        "https://[2001:db8::7]/a, 2001:db8::/32, true",
        "https://[2001:db9::7]/a, 2001:db8::/32, false"
    })
    void addressesOfNoProxyAreAskedDirectly(URI url, String entry, boolean isDirect) {
        assertThat(of("HTTPS_PROXY", "http://out:1", "NO_PROXY", entry).via(url).isEmpty())
                .isEqualTo(isDirect);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://localhost:8443/a", "https://127.0.0.1/a", "https://[::1]/a"})
    void thisMachineIsNeverAskedThroughAProxy(URI url) {
        assertThat(of("HTTPS_PROXY", "http://out:1").via(url)).isEmpty();
    }

    @Test
    void passwordIsSentAndNeverShown() {
        WebProxy proxy = of("HTTPS_PROXY", "http://ann:s%40cret@out:1");
        WebProxy.Via via = proxy.via(NODE).orElseThrow();
        assertThat(via.authorization()).contains("Basic YW5uOnNAY3JldA==");
        assertThat(proxy.toString() + via).doesNotContain("cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "socks5://out:1080",
                "https://out:3128",
                "http://out",
                "http://:3128",
                "ann:secret@out:3128",
                "http://ann:secret@out"
            })
    void whatIsNoHttpProxyIsRefusedWithoutBeingRepeated(String text) {
        assertThatThrownBy(() -> of("HTTPS_PROXY", text)).isInstanceOfSatisfying(MoverException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(e.detail()).contains("HTTPS_PROXY", "http://HOST:PORT").doesNotContain("secret");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/99", "10.0.0.0/x", "a.example:many"})
    void whatCannotBeReadInNoProxyIsRefused(String entry) {
        assertThatThrownBy(() -> of("HTTPS_PROXY", "http://out:1", "NO_PROXY", entry))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.detail()).contains("NO_PROXY", entry));
    }
}
