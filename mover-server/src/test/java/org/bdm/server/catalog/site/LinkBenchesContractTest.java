package org.bdm.server.catalog.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.Samples;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.testkit.Offering;
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
        open = OpenCatalog.at(database.prepared());
    }

    @AfterEach
    void close() {
        open.close();
    }

    private LinkBenches benches() {
        return open.catalog.linkBenches();
    }

    private LinkBench asked(String source) {
        BenchPlan plan = new BenchPlan(source, BenchMode.TO_DISK, Duration.ofSeconds(7), "data", "ana");
        JobRequest request = new JobRequest(
                JobKind.BENCH, "ana", "bench", 3, 0, KeptSettings.of(Samples.SETTINGS), null, null, null);
        JobId job = open.catalog
                .submissions()
                .submitBare(
                        request,
                        List.of("data"),
                        null,
                        LinkBenches.ROWS,
                        (work, made) -> benches().add(work, made, plan))
                .join()
                .job();
        return benches().of(job).orElseThrow();
    }

    private LinkBench ended(LinkBench asked) {
        LinkBench ended = asked.with(new LinkBench.Outcome(
                2_000, 1L << 31, 4, "network", "the network: it takes 8589.9 Mbit/s", "The source reads.", ""));
        benches().end(ended).join();
        return ended;
    }

    @Test
    void outcomeOfAMeasurementOutlivesARestart() {
        LinkBench asked = asked("north");
        assertThat(asked.isRunning()).isTrue();
        assertThat(asked.plan().mode()).isEqualTo(BenchMode.TO_DISK);
        assertThat(asked.plan().time()).isEqualTo(Duration.ofSeconds(7));
        LinkBench ended = ended(asked);
        open.reopen();
        assertThat(benches().find(asked.number())).contains(ended);
        assertThat(ended.bytesPerSecond()).isEqualTo(1L << 30);
        assertThat(ended.sentence()).contains("8.6 Gbit/s memory to disk on ", "limited by the network");
    }

    @Test
    void aLinkIsMeasuredByOneJobAtATime() {
        LinkBench first = asked("north");
        asked("south");
        assertThatThrownBy(() -> asked("north")).hasMessageContaining("job-" + first.job());
        ended(first);
        assertThat(asked("north").isRunning()).isTrue();
    }

    @Test
    void onlyTheLastOfEachLinkAreKept() {
        LinkBench other = ended(asked("south"));
        LinkBench first = ended(asked("north"));
        for (int i = 1; i < LinkBenches.KEPT_MAX; i++) ended(asked("north"));
        assertThat(benches().of("north")).hasSize(LinkBenches.KEPT_MAX).contains(first);
        LinkBench last = asked("north");
        assertThat(benches().of("north"))
                .hasSize(LinkBenches.KEPT_MAX)
                .doesNotContain(first)
                .startsWith(last);
        assertThat(benches().of("south")).containsExactly(other);
    }

    @Test
    void aRunIsCountedAndAnOutcomeIsKeptOnce() {
        LinkBench asked = asked("north");
        assertThat(benches().begin(asked).join().runs()).isEqualTo(1);
        assertThat(benches().begin(asked).join().runs()).isEqualTo(2);
        ended(asked);
        benches().end(asked.with(LinkBench.Outcome.failed(0, "late"))).join();
        assertThat(benches().find(asked.number()).orElseThrow().isDone()).isTrue();
    }

    @Test
    void jobsThatMeasureAreNotListedAndTheOthersNotMeasured() {
        LinkBench asked = asked("north");
        Offering.at(open.catalog, "data");
        assertThat(open.catalog.listings().leaseNext(Duration.ofSeconds(30))).isEmpty();
        assertThat(open.catalog.listings().leaseNextBench(Duration.ofSeconds(30)))
                .hasValueSatisfying(lease -> assertThat(lease.job().number()).isEqualTo(asked.job()));
        assertThat(open.catalog.listings().leaseNextBench(Duration.ofSeconds(30)))
                .isEmpty();
    }
}
