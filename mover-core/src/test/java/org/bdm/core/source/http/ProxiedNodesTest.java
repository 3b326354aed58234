package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.WebProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Data nodes behind a proxy. 192.0.2.7 is nobody's (RFC 5737), and names below .invalid are never found (RFC 2606). */
class ProxiedNodesTest {
    private static final int SIZE = 100_000;
    private static final String PATH = "/a%20b.nc?x=1";
    private static final String LOGIN = "Basic YW5uOnNlY3JldA=="; // ann:secret

    private final RecordingSourceListener listener = new RecordingSourceListener();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final FakeProxy proxy = new FakeProxy();

    @AfterEach
    void everyBlockIsBack() throws Exception {
        for (AutoCloseable each : open) each.close();
        proxy.close();
    }

    private FakeDataNode node(FakeDataNode node) {
        open.add(node);
        node.put(PATH, netcdf(SIZE, 1));
        return node;
    }

    private Received fetch(String proxyUrl, Map<String, NodePolicy> policies, URI from) {
        HttpFixture fixture = new HttpFixture(WebProxy.of(proxyUrl, Map.of()), policies);
        open.add(0, fixture);
        var file = wanted(1, SIZE, from);
        fixture.source(listener).want(List.of(file));
        await().pollInterval(5, MILLISECONDS)
                .atMost(15, SECONDS)
                .until(() -> listener.of(file.file()).isOver());
        return listener.of(file.file());
    }

    @Test
    void tlsIsAgreedWithTheNodeThroughATunnel() {
        FakeAuthority identity = FakeAuthority.ofItsOwn("192.0.2.7");
        FakeDataNode node = node(new FakeDataNode(identity.serving()));
        String authority = "192.0.2.7:" + node.port();
        Map<String, NodePolicy> trusting = Map.of(authority, NodePolicy.NONE.extraCa(identity.certificatePem()));
        Received received = fetch(proxy.authority(), trusting, URI.create("https://" + authority + PATH));
        assertThat(received.content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(proxy.lines()).allMatch(line -> line.equals("CONNECT " + authority + " HTTP/1.1"));
        assertThat(node.requests().get(0).path()).isEqualTo(PATH);
    }

    @Test
    void withoutTlsTheProxyIsAskedForTheWholeUrl() {
        FakeDataNode node = node(new FakeDataNode());
        String authority = "192.0.2.7:" + node.port();
        Received received = fetch(proxy.authority(), Map.of(), URI.create("http://" + authority + PATH));
        assertThat(received.content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(proxy.lines().get(0)).isEqualTo("GET http://" + authority + PATH + " HTTP/1.1");
        assertThat(node.requests().get(0).fields()).containsEntry("host", authority);
    }

    @Test
    void nameThatIsNotKnownHereIsLeftToTheProxy() {
        FakeDataNode node = node(new FakeDataNode());
        URI location = URI.create("http://esgf-data.invalid:" + node.port() + PATH);
        assertThat(fetch(proxy.authority(), Map.of(), location).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void privateAddressIsRefusedBeforeTheProxyHearsOfIt() {
        Received received = fetch(proxy.authority(), Map.of(), URI.create("http://10.1.2.3/a.nc"));
        assertThat(received.failure.code()).isEqualTo(ErrorCode.ADDRESS_REFUSED);
        assertThat(proxy.lines()).isEmpty();
    }

    @Test
    void proxyGetsItsOwnLoginAndTheNodeNeverSeesIt() {
        proxy.wanting(LOGIN);
        FakeAuthority identity = FakeAuthority.ofItsOwn("192.0.2.7");
        FakeDataNode node = node(new FakeDataNode(identity.serving()));
        String authority = "192.0.2.7:" + node.port();
        Map<String, NodePolicy> trusting = Map.of(authority, NodePolicy.NONE.extraCa(identity.certificatePem()));
        URI location = URI.create("https://" + authority + PATH);
        assertThat(fetch("http://ann:secret@" + proxy.authority(), trusting, location)
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
        assertThat(node.requests()).noneMatch(request -> request.fields().containsKey("proxy-authorization"));
    }

    @Test
    void proxyThatNobodyKnowsIsNamed() {
        Received received = fetch("http://proxy.invalid:3128", Map.of(), URI.create("https://192.0.2.7/a.nc"));
        assertThat(received.failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(received.failure.detail()).contains("of the proxy http://proxy.invalid:3128");
    }

    @Test
    void proxyThatRefusesIsNamed() {
        proxy.wanting(LOGIN);
        FakeDataNode node = node(new FakeDataNode());
        URI location = URI.create("https://192.0.2.7:" + node.port() + PATH);
        Received received = fetch("http://ann:wrong@" + proxy.authority(), Map.of(), location);
        assertThat(received.failure.code()).isEqualTo(ErrorCode.DATA_NODE_UNREACHABLE);
        assertThat(received.failure.detail()).contains("proxy", "407").doesNotContain("wrong");
    }

    /** As tinyproxy does with a wrong password: findings/tinyproxy-login-of-the-origin.sh. */
    @Test
    void proxyThatSpeaksAsTheNodeIsNamedBesideIt() {
        proxy.wanting(LOGIN).refusingAsTheNode();
        FakeDataNode node = node(new FakeDataNode());
        Received received = fetch(
                "http://ann:wrong@" + proxy.authority(),
                Map.of(),
                URI.create("http://192.0.2.7:" + node.port() + PATH));
        assertThat(received.failure.code()).isEqualTo(ErrorCode.LOGIN_NEEDED);
        assertThat(received.failure.detail())
                .contains("401 Unauthorized", "or the proxy http://" + proxy.authority())
                .doesNotContain("wrong");
        assertThat(node.requests()).isEmpty();
    }

    @Test
    void proxyThatRefusesToPassOnIsToldFromTheNode() {
        proxy.wanting(LOGIN);
        FakeDataNode node = node(new FakeDataNode());
        Received received = fetch(proxy.authority(), Map.of(), URI.create("http://192.0.2.7:" + node.port() + PATH));
        assertThat(received.failure.detail())
                .contains("407 Proxy Authentication Required", "or the proxy http://" + proxy.authority());
        assertThat(node.requests()).isEmpty();
    }
}
