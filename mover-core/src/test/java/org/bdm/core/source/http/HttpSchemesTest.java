package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that are published under one of http and https and reached under the other, on the usual ports of both. */
class HttpSchemesTest {
    private static final AtomicInteger HOSTS = new AtomicInteger();
    private static final int SIZE = 100_000;
    private static final String PATH = "/a.nc";

    /** Of loopback, where nobody else listens; each test has its own, because ports stay taken for a while. */
    private final String host = "127.83.11." + HOSTS.incrementAndGet();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final RecordingSourceListener listener = new RecordingSourceListener();

    @BeforeEach
    void usualPortsMayBeTaken() {
        for (int port : new int[] {80, 443}) {
            try {
                new ServerSocket(port, 1, InetAddress.getByName(host)).close();
            } catch (IOException e) {
                abort("the ports 80 and 443 of loopback are not ours");
            }
        }
    }

    @AfterEach
    void everyBlockIsBack() throws Exception {
        for (AutoCloseable each : open) each.close();
    }

    @Test
    void nodeThatHasNoTlsAnyMoreIsAskedWithoutAndFromThenOnAtOnce() {
        FakeDataNode plain = node(new FakeDataNode(null, host, 80));
        plain.put(PATH, netcdf(SIZE, 1));
        plain.put("/b.nc", netcdf(SIZE, 2));
        HttpFixture fixture = fixture(Map.of(), plain);
        HttpSource source = fixture.source(listener);
        assertThat(fetch(source, 1, "https://" + host + PATH).content(SIZE)).isEqualTo(netcdf(SIZE, 1));
        assertThat(fetch(source, 2, "https://" + host + "/b.nc").content(SIZE)).isEqualTo(netcdf(SIZE, 2));
        assertThat(plain.requests()).hasSize(2);
    }

    @Test
    void nodeThatIsPublishedWithoutTlsAndHasOnlyThatIsAskedWithIt() {
        FakeAuthority identity = FakeAuthority.ofItsOwn(host);
        FakeDataNode secure = node(new FakeDataNode(identity.serving(), host, 443));
        secure.put(PATH, netcdf(SIZE, 1));
        HttpFixture fixture = fixture(Map.of(host, NodePolicy.NONE.extraCa(identity.certificatePem())), secure);
        assertThat(fetch(fixture.source(listener), 1, "http://" + host + ":80" + PATH)
                        .content(SIZE))
                .isEqualTo(netcdf(SIZE, 1));
    }

    @Test
    void refusedCertificateIsNeverAnsweredByLeavingTlsOut() {
        FakeDataNode secure = node(new FakeDataNode(FakeAuthority.ofItsOwn(host).serving(), host, 443));
        FakeDataNode plain = node(new FakeDataNode(null, host, 80));
        plain.put(PATH, netcdf(SIZE, 1));
        HttpFixture fixture = fixture(Map.of(), secure, plain);
        assertThat(fetch(fixture.source(listener), 1, "https://" + host + PATH)
                        .failure
                        .code())
                .isEqualTo(ErrorCode.CERTIFICATE_REFUSED);
        assertThat(plain.connections()).isZero();
    }

    private Received fetch(HttpSource source, int number, String location) {
        var file = wanted(number, SIZE, URI.create(location));
        source.want(List.of(file));
        TwoDataNodes.until(() -> listener.of(file.file()).isOver());
        return listener.of(file.file());
    }

    private HttpFixture fixture(Map<String, NodePolicy> policies, FakeDataNode... nodes) {
        HttpFixture fixture = new HttpFixture(16, 4, policies, nodes);
        open.add(0, fixture);
        return fixture;
    }

    private FakeDataNode node(FakeDataNode node) {
        open.add(node);
        return node;
    }
}
