package org.bdm.server.job.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bdm.core.fetch.BytesUnderWay;
import org.bdm.core.fetch.FileUnderWay;
import org.bdm.core.fetch.StageLoad;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.job.NodeProgress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes of a site that tell each other what they do for a job. */
@Timeout(60)
class ProgressExchangeTest {
    private static final JobId JOB = new JobId(3);
    private static final FileId FILE = new FileId(3L * (1L << 27) + 5);

    private final CatalogLocation location = TestDatabase.POSTGRESQL.prepared();
    private Catalog ofOne;
    private Catalog ofTwo;
    private LiveJobs one;
    private LiveJobs two;

    @BeforeEach
    void openBoth() {
        ofOne = open("a");
        ofTwo = open("b");
        one = new LiveJobs(ofOne.nodes().own());
        two = new LiveJobs(ofTwo.nodes().own());
    }

    private Catalog open(String node) {
        ServingNode serving =
                new ServingNode(new NodeId(node.repeat(64)), new NodeId("a".repeat(64)), "process " + node);
        CatalogSettings settings = new CatalogSettings(
                serving, true, Clock.systemUTC(), LeaseClock.ofDatabase(), Duration.ofSeconds(20), lost -> {});
        return Catalog.open(location, settings);
    }

    @AfterEach
    void closeBoth() {
        ofTwo.close();
        ofOne.close();
    }

    private void exchange() {
        new ProgressExchange(ofOne, one).pass();
        new ProgressExchange(ofTwo, two).pass();
        new ProgressExchange(ofOne, one).pass();
    }

    private static LiveJob work(long bytesPerSecond, String limitedBy) {
        return new LiveJob(2, 1, bytesPerSecond, 1.5, 4, new BytesUnderWay(1_000, 400), limitedBy);
    }

    private record Work(LiveJob look, List<StageLoad> stages, List<FileUnderWay> files) implements LiveWork {}

    @Test
    void eachNodeShowsTheWorkOfAllAndOfEach() {
        one.began(JOB, new Work(work(100, "network"), List.of(), List.of()));
        two.began(JOB, new Work(work(50, "disk"), List.of(), List.of()));

        exchange();

        for (LiveJobs jobs : List.of(one, two))
            assertThat(jobs.of(JOB).bytesPerSecond()).isEqualTo(150);
        assertThat(one.byNode(JOB))
                .extracting(node -> node.node(), node -> node.work())
                .containsExactly(
                        tuple(ofOne.nodes().own(), work(100, "network")),
                        tuple(ofTwo.nodes().own(), work(50, "disk")));
    }

    @Test
    void eachNodeKnowsHowManyJobsTheOthersWorkOn() {
        two.began(JOB, new Work(work(50, ""), List.of(), List.of()));
        two.began(new JobId(4), new Work(work(50, ""), List.of(), List.of()));

        exchange();

        assertThat(one.jobsByNode()).containsExactly(Map.entry(ofTwo.nodes().own(), 2));
        assertThat(two.jobsByNode()).containsExactly(Map.entry(ofTwo.nodes().own(), 2));
    }

    @Test
    void aNodeThatDoesNothingItselfShowsStagesAndFilesOfTheOther() {
        StageLoad disk = new StageLoad("disk", 2, 123_456, 7, 0.25);
        FileUnderWay file = new FileUnderWay(FILE, FileState.VERIFYING, new BytesUnderWay(90, 80));
        two.began(JOB, new Work(work(50, ""), List.of(disk), List.of(file)));

        exchange();

        assertThat(one.stagesOf(JOB)).containsExactly(disk);
        assertThat(one.filesOf(JOB)).containsExactly(Map.entry(FILE, file));
    }

    @Test
    void ofManyFilesNotMoreAreToldThanARowTakes() {
        List<FileUnderWay> files = LongStream.range(0, 2_000)
                .mapToObj(i -> new FileUnderWay(
                        new FileId(FILE.number() + 100_000_000 + i),
                        FileState.ACTIVE,
                        new BytesUnderWay(Long.MAX_VALUE, Long.MAX_VALUE)))
                .toList();
        two.began(JOB, new Work(work(50, ""), List.of(), files));

        exchange();

        assertThat(one.filesOf(JOB)).hasSize(NodeProgress.FILES_MAX);
    }

    @Test
    void workThatEndedIsToldNoMore() {
        two.began(JOB, new Work(work(50, ""), List.of(), List.of()));
        exchange();
        assertThat(one.byNode(JOB)).hasSize(1);

        two.ended(JOB, BytesUnderWay.NONE);
        ProgressExchange ofTheOther = new ProgressExchange(ofTwo, two);
        two.began(new JobId(4), new Work(work(1, ""), List.of(), List.of()));
        ofTheOther.pass();
        new ProgressExchange(ofOne, one).pass();

        assertThat(one.byNode(JOB)).isEmpty();
    }
}
