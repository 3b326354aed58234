package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.junit.jupiter.api.Test;

/** Requests as they go out, and the names and parts of addresses in them. */
class CopyQuestionTest {
    private static final String AGENT = "bdm/1 (mailto:a@b.org)";

    private static CopyQuestion question(Optional<ByteRange> range, boolean isHead) {
        return new CopyQuestion(URI.create("https://a.org/f.nc"), isHead, range, Optional.of("\"tag\""), false);
    }

    private static Map<String, String> fields(HttpRequest request) {
        Map<String, String> fields = new java.util.TreeMap<>();
        request.headers()
                .forEach(field -> fields.put(field.getKey().toLowerCase(java.util.Locale.ROOT), field.getValue()));
        return fields;
    }

    @Test
    void requestForARangeNamesItAndTheContentItIsOf() {
        HttpRequest request = question(Optional.of(new ByteRange(5, 10)), false)
                .request(URI.create("https://A.org/d%20e/f.nc?x=%2F"), AGENT, Optional.of("secret"));
        assertThat(request.method().name()).isEqualTo("GET");
        assertThat(request.uri()).isEqualTo("/d%20e/f.nc?x=%2F");
        assertThat(fields(request))
                .containsOnly(
                        Map.entry("host", "a.org"),
                        Map.entry("user-agent", AGENT),
                        Map.entry("accept", "*/*"),
                        Map.entry("accept-encoding", "identity"),
                        Map.entry("range", "bytes=5-14"),
                        Map.entry("if-range", "\"tag\""),
                        Map.entry("authorization", "Bearer secret"));
    }

    @Test
    void requestForAllHasNoConditionAndAnUnusualPortIsNamed() {
        HttpRequest request =
                question(Optional.empty(), true).request(URI.create("https://a.org:8443"), AGENT, Optional.empty());
        assertThat(request.method().name()).isEqualTo("HEAD");
        assertThat(request.uri()).isEqualTo("/");
        assertThat(fields(request))
                .containsEntry("host", "a.org:8443")
                .doesNotContainKeys("range", "if-range", "authorization");
    }

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

    @Test
    void wantOfNoRangesIsTheWholeFileAndWhatHasComeIsNotWantedAgain() {
        assertThat(UnaskedNodes.wanted(100, List.of(), "https://a.org/f.nc").rangesOfBytes())
                .containsExactly(new ByteRange(0, 100));
        assertThat(UnaskedNodes.wanted(0, List.of(), "https://a.org/f.nc").rangesOfBytes())
                .isEmpty();
        HttpItem item = new HttpItem(UnaskedNodes.wanted(100, List.of(), "https://a.org/f.nc"));
        item.arrived(new ByteRange(20, 30));
        RangeSet left = new RangeSet();
        item.addLeftOf(new ByteRange(0, 20), left);
        assertThat(left.ranges()).containsExactly(new ByteRange(0, 20));
        item.addLeftOf(new ByteRange(40, 40), left);
        assertThat(left.ranges()).containsExactly(new ByteRange(0, 20), new ByteRange(50, 30));
        assertThat(item.isComplete()).isFalse();
        item.arrived(new ByteRange(0, 20));
        item.arrived(new ByteRange(50, 50));
        assertThat(item.isComplete()).isTrue();
    }

    @Test
    void policyChangesOneThingAtATimeAndNeverShowsItsSecrets() {
        NodePolicy policy = NodePolicy.NONE
                .connections(3)
                .extraCa("ca pem")
                .client("client pem")
                .token("a secret token")
                .plainToken(true)
                .plainHttp(true);
        assertThat(policy)
                .isEqualTo(new NodePolicy(
                        3,
                        Optional.of("ca pem"),
                        Optional.of("client pem"),
                        Optional.of("a secret token"),
                        true,
                        true));
        assertThat(policy.toString())
                .contains("connectionsMax=3", "token=true")
                .doesNotContain("secret")
                .doesNotContain("pem");
    }
}
