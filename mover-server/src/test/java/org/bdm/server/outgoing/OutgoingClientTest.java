package org.bdm.server.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.bdm.core.source.http.FakeAnswer;
import org.bdm.core.source.http.FakeDataNode;
import org.bdm.core.source.http.FakeProxy;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.WebProxy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Names below .invalid are never found (RFC 2606): only a proxy can reach them. */
class OutgoingClientTest {
    private static final byte[] ANSWER = {1, 2, 3};

    @AutoClose
    private final FakeProxy proxy = new FakeProxy();

    @AutoClose
    private final FakeDataNode web = new FakeDataNode();

    private final URI address = URI.create("http://index.invalid:" + web.port() + "/search?q=1");

    private AddressGuard guard(String proxyUrl, String direct) {
        web.put("/search?q=1", ANSWER);
        WebProxy settings = WebProxy.of(proxyUrl, Map.of("NO_PROXY", direct));
        OutgoingClient.allowLoginAt(settings);
        return new AddressGuard(List.of(), settings);
    }

    private HttpResponse<InputStream> asked(AddressGuard guard) throws Exception {
        OutgoingClient client = new OutgoingClient(guard, Duration.ofSeconds(5));
        return client.send(client.request(address), Duration.ofSeconds(5));
    }

    @Test
    void nameThatIsNotKnownHereIsAskedThroughTheProxy() throws Exception {
        AddressGuard guard = guard("http://" + proxy.authority(), "");
        assertThat(guard.mayCall(address)).isTrue();
        assertThat(asked(guard).body()).hasBinaryContent(ANSWER);
        assertThat(proxy.lines()).containsExactly("GET " + address + " HTTP/1.1");
    }

    @Test
    void privateAddressIsRefusedThoughAProxyCouldReachIt() throws Exception {
        AddressGuard guard = guard("http://" + proxy.authority(), "");
        assertThat(guard.mayCall(URI.create("http://169.254.169.254/latest"))).isFalse();
    }

    @Test
    void proxyGetsItsLoginAndTheServerBehindItDoesNot() throws Exception {
        proxy.wanting("Basic YW5uOnNlY3JldA=="); // ann:secret
        assertThat(asked(guard("http://ann:secret@" + proxy.authority(), "")).body())
                .hasBinaryContent(ANSWER);
        assertThat(web.requests()).noneMatch(request -> request.fields().containsKey("proxy-authorization"));
    }

    /** Of the JDK an authenticator makes an exception of it. */
    @Test
    void serverThatWantsALoginSaysSoItselfThoughTheProxyHasOne() throws Exception {
        proxy.wanting("Basic YW5uOnNlY3JldA==");
        AddressGuard guard = guard("http://ann:secret@" + proxy.authority(), "");
        web.always("/search?q=1", FakeAnswer.status(401, "", "WWW-Authenticate: Basic realm=\"index\""));
        assertThat(asked(guard).statusCode()).isEqualTo(401);
    }

    @Test
    void hostOfNoProxyIsAskedDirectly() {
        AddressGuard guard = guard("http://" + proxy.authority(), ".invalid");
        assertThatThrownBy(() -> guard.mayCall(address)).isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> asked(guard)).isInstanceOf(ConnectException.class);
        assertThat(proxy.lines()).isEmpty();
    }
}
