package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;

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
class LinkBenchesContractTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.empty());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private LinkBenches benches() {
        return open.catalog.linkBenches();
    }

    private LinkBench begun(String source) {
        return benches().begin(source, "mem-mem", "ana").join();
    }

    private static LinkBench ended(LinkBench begun) {
        return new LinkBench(
                begun.number(),
                begun.source(),
                begun.mode(),
                begun.node(),
                begun.owner(),
                begun.beganAt(),
                2_000,
                1L << 31,
                4,
                "network",
                "the network: it takes 8589.9 Mbit/s",
                "");
    }

    @Test
    void outcomeOfAMeasurementOutlivesARestart() {
        LinkBench begun = begun("north");
        assertThat(begun.isRunning()).isTrue();
        LinkBench ended = ended(begun);
        benches().end(ended).join();
        open.reopen();
        assertThat(benches().find(begun.number())).contains(ended);
        assertThat(ended.bytesPerSecond()).isEqualTo(1L << 30);
    }

    @Test
    void onlyTheLastOfEachLinkAreKept() {
        LinkBench other = begun("south");
        LinkBench first = begun("north");
        for (int i = 1; i < LinkBenches.KEPT_MAX; i++) begun("north");
        assertThat(benches().of("north")).hasSize(LinkBenches.KEPT_MAX).contains(first);
        LinkBench last = begun("north");
        assertThat(benches().of("north"))
                .hasSize(LinkBenches.KEPT_MAX)
                .doesNotContain(first)
                .startsWith(last);
        assertThat(benches().of("south")).containsExactly(other);
    }

    @Test
    void measurementThatTheServerDidNotEndIsShownAsInterrupted() {
        LinkBench left = begun("north");
        LinkBench ended = ended(begun("north"));
        benches().end(ended).join();
        benches().endLeft().join();
        assertThat(benches().find(left.number()).orElseThrow().isRunning()).isFalse();
        assertThat(benches().find(left.number()).orElseThrow().trouble()).contains("the server ended");
        assertThat(benches().find(ended.number())).contains(ended);
    }
}
