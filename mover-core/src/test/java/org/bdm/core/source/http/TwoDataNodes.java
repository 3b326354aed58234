package org.bdm.core.source.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.bdm.core.source.http.HttpFixture.netcdf;
import static org.bdm.core.source.http.HttpFixture.wanted;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.NodeView;
import org.junit.jupiter.api.AfterEach;

/** Two data nodes that misbehave on command, and a source that asks them; after each test every block is back. */
abstract class TwoDataNodes {
    static final int SIZE = 3 * HttpFixture.BLOCK_BYTES + 1000;
    static final byte[] BYTES = netcdf(SIZE, 1);
    static final String PATH = "/thredds/fileServer/root//a.nc";

    final FakeDataNode first = new FakeDataNode();
    final FakeDataNode second = new FakeDataNode();
    final HttpFixture fixture = new HttpFixture(first, second);
    final RecordingSourceListener listener = new RecordingSourceListener();
    final CountDownLatch latch = new CountDownLatch(1);
    HttpSource source;

    @AfterEach
    void everyBlockIsBack() {
        latch.countDown();
        fixture.close();
        first.close();
        second.close();
    }

    HttpSource source() {
        if (source == null) source = fixture.source(listener);
        return source;
    }

    WantedFile ask(long size, URI... locations) {
        WantedFile file = wanted(1, size, locations);
        source().want(List.of(file));
        return file;
    }

    NodeView view(FakeDataNode node) {
        return known(node).orElseThrow();
    }

    /** Also before the node was first asked, when nothing is known of it. */
    boolean isLeftAlone(FakeDataNode node) {
        return known(node).flatMap(NodeView::nextTry).isPresent();
    }

    private Optional<NodeView> known(FakeDataNode node) {
        return fixture.nodes.view().stream()
                .filter(each -> each.node().equals(node.authority()))
                .findFirst();
    }

    Received over(WantedFile file) {
        until(() -> listener.of(file.file()).isOver());
        assertThat(listener.errors()).isEmpty();
        return listener.of(file.file());
    }

    void assertArrived(WantedFile file) {
        Received received = over(file);
        assertThat(received.failure).isNull();
        assertThat(received.ended).isEqualTo(1);
        assertThat(received.version).isEqualTo(file.expected());
        assertThat(received.content(SIZE)).isEqualTo(BYTES);
    }

    void assertFailed(WantedFile file, ErrorCode code) {
        Received received = over(file);
        assertThat(received.failure).isNotNull();
        assertThat(received.failure.code()).as(received.failure.detail()).isEqualTo(code);
    }

    static void until(Callable<Boolean> condition) {
        await().pollDelay(0, MILLISECONDS)
                .pollInterval(5, MILLISECONDS)
                .atMost(15, SECONDS)
                .until(condition);
    }
}
