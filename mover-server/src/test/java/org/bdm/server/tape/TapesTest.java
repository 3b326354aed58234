package org.bdm.server.tape;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.id.FileId;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.tape.WantedRecall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passes over the tapes of a data node that cannot be asked. */
class TapesTest {
    private static final String NODE = "127.0.0.1:1"; // the guard lets nobody ask it

    private final AtomicInteger duties = new AtomicInteger();
    private OpenCatalog open;
    private Tapes tapes;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(TestDatabase.H2.prepared());
        NodePolicy policy = NodePolicy.NONE.tape(TapePolicy.USUAL.staging(Staging.TAPE_REST));
        tapes = new Tapes(
                open.catalog,
                new AddressGuard(List.of()),
                new NodePolicies(Map.of(NODE, policy)),
                "bdm-test/1",
                open.clock);
    }

    @AfterEach
    void close() {
        tapes.close();
        open.close();
    }

    private void pass() {
        tapes.pass(() -> duties.incrementAndGet() > 0);
    }

    @Test
    void dutyIsNotTakenForNodesThatAreLeftAlone() {
        assertThat(tapes.isWanted()).isFalse();
        open.catalog
                .tapeRecalls()
                .want(List.of(
                        new WantedRecall(new FileId(1), "http://" + NODE, "/a.nc", false, false, Duration.ofHours(6))))
                .join();
        assertThat(tapes.isWanted()).isTrue();
        pass();
        pass();
        assertThat(duties).hasValue(1);
        open.clock.turn(Duration.ofSeconds(30));
        pass();
        assertThat(duties).hasValue(2);
    }
}
