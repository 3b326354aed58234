package org.bdm.server.catalog.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.Amount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class TransferHistoryContractTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

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

    private TransferHistory history() {
        return open.catalog.transferHistory();
    }

    private static SizedWork work(long... sizes) {
        SizedWork.Sum sum = new SizedWork.Sum();
        for (long size : sizes) sum.add(size);
        return sum.get();
    }

    private static TransferPart part(long job, String source, SizedWork work) {
        return new TransferPart(
                new JobId(job), source, TIME.plusSeconds(job), TIME.plusSeconds(job + 5), 4_000, 20L, 3, work, 7);
    }

    private static JobTiming timing(long job) {
        return new JobTiming(new JobId(job), TIME.plusSeconds(job), TIME.plusSeconds(job + 6), 12, 300, 5_500);
    }

    private void ended(long job, TransferPart... parts) {
        history().add(List.of(parts)).join();
        history().ended(timing(job)).join();
    }

    @Test
    void filesAreCountedByTheirSizeClass() {
        SizedWork work = work(0, 65_535, 65_536, (4 << 20) - 1, 4 << 20, (256 << 20) - 1, 256 << 20, 1L << 40);
        assertThat(work.of(SizeClass.TINY)).isEqualTo(new Amount(2, 65_535));
        assertThat(work.of(SizeClass.SMALL)).isEqualTo(new Amount(2, 65_536 + (4 << 20) - 1));
        assertThat(work.of(SizeClass.MEDIUM).files()).isEqualTo(2);
        assertThat(work.of(SizeClass.LARGE)).isEqualTo(new Amount(2, (256 << 20) + (1L << 40)));
        assertThat(work.small().files()).isEqualTo(4);
        assertThat(work.total().files()).isEqualTo(8);
    }

    @Test
    void jobsOfASourceComeNewestFirstWithAllTheirParts() {
        ended(1, part(1, "a", work(1)));
        ended(2, part(2, "a", work(1, 5 << 20)), part(2, "data.example:8443", work(1L << 40)));
        ended(3, part(3, "b", work(9)));
        open.reopen();
        assertThat(history().ofSource("a", 10))
                .containsExactly(
                        new EndedJob(
                                timing(2),
                                List.of(part(2, "a", work(1, 5 << 20)), part(2, "data.example:8443", work(1L << 40)))),
                        new EndedJob(timing(1), List.of(part(1, "a", work(1)))));
        assertThat(history().ofSource("a", 1))
                .extracting(job -> job.timing().job().number())
                .containsExactly(2L);
        assertThat(history().ofSite(10))
                .extracting(job -> job.timing().job().number())
                .containsExactly(3L, 2L, 1L);
        assertThat(history().ofSource("c", 10)).isEmpty();
    }

    @Test
    void runsOfANodeOnOneJobAreOneRow() {
        history().add(List.of(part(1, "a", work(1)))).join();
        TransferPart later = new TransferPart(
                new JobId(1), "a", TIME.plusSeconds(60), TIME.plusSeconds(90), 25_000, 900L, 8, work(2, 3), 100);
        history().add(List.of(later)).join();
        assertThat(history().partsOf(new JobId(1)))
                .containsExactly(new TransferPart(
                        new JobId(1),
                        "a",
                        TIME.plusSeconds(1),
                        TIME.plusSeconds(90),
                        29_000,
                        20L,
                        8,
                        work(1, 2, 3),
                        107));
    }

    @Test
    void aJobIsHistoryOnlyOnceItHasEndedAndTheFirstWordCounts() {
        history().add(List.of(part(1, "a", work(1)))).join();
        assertThat(history().ofSource("a", 10)).isEmpty();
        history().ended(timing(1)).join();
        history().ended(new JobTiming(new JobId(1), TIME, TIME, 0, 0, 0)).join();
        assertThat(history().ofSource("a", 10)).extracting(EndedJob::timing).containsExactly(timing(1));
    }

    @Test
    void oldJobsAndAllButTheNewestAreForgotten() {
        for (long job = 1; job <= 6; job++) ended(job, part(job, "a", work(job)));
        history().add(List.of(part(7, "a", work(7)))).join(); // it was cancelled
        while (history().forget(TIME.plusSeconds(8), 3).join() > 0) continue;
        assertThat(history().ofSite(10))
                .extracting(job -> job.timing().job().number())
                .containsExactly(6L, 5L, 4L);
        assertThat(history().partsOf(new JobId(3))).isEmpty();
        while (history().forget(TIME.plusSeconds(100), 3).join() > 0) continue;
        assertThat(history().ofSite(10)).isEmpty();
        assertThat(history().partsOf(new JobId(7))).isEmpty();
    }

    @Test
    void aLongNameOfASourceIsCutTheSameWayEachTime() {
        String name = "x".repeat(300);
        ended(1, part(1, name, work(1)));
        assertThat(history().ofSource(name, 10)).hasSize(1);
        history().add(List.of(part(1, name, work(1)))).join();
        assertThat(history().partsOf(new JobId(1))).hasSize(1);
    }
}
