package org.bdm.server.catalog.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeHistory.Rate;
import org.bdm.core.source.http.node.NodeHistory.Trouble;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class NodeHistoriesContractTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Optional<Rate> RATE = Optional.of(new Rate(12_345_678, TIME));

    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private void keep(NodeHistory... histories) {
        open.catalog.nodeHistories().keep(List.of(histories)).join();
    }

    @Test
    void whatIsKnownLastOfEachNodeIsKept() {
        NodeHistory measured = new NodeHistory("a.example", RATE, Optional.empty());
        NodeHistory failed =
                new NodeHistory("b.example:8080", Optional.empty(), Optional.of(new Trouble("no connection", TIME)));
        keep(new NodeHistory("a.example", RATE, failed.trouble()), failed);
        keep(measured);
        open.reopen();
        assertThat(open.catalog.nodeHistories().all()).containsExactly(measured, failed);
    }

    @Test
    void aNodeOfWhichNothingIsKnownAnyMoreLosesItsRow() {
        keep(new NodeHistory("a.example", RATE, Optional.empty()));
        keep(new NodeHistory("a.example", Optional.empty(), Optional.empty()));
        assertThat(open.catalog.nodeHistories().all()).isEmpty();
    }

    @Test
    void whatDoesNotFitIsCutOrLeftOut() {
        keep(
                new NodeHistory("x".repeat(301), RATE, Optional.empty()),
                new NodeHistory("a.example", RATE, Optional.of(new Trouble("y".repeat(3_000), TIME))));
        assertThat(open.catalog.nodeHistories().all())
                .singleElement()
                .satisfies(kept ->
                        assertThat(kept.trouble().orElseThrow().reason()).hasSize(2_000));
    }
}
