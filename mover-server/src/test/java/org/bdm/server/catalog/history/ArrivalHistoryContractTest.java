package org.bdm.server.catalog.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.evidence;

import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CountDelta.Arrival;
import org.bdm.server.catalog.file.ChunkLease;
import org.bdm.server.catalog.file.FileEffort;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.OutcomeRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ArrivalHistoryContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final FileEffort EFFORT = new FileEffort(1, 1, 20, 10, 0);
    private static final String TAS = "CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803";
    private static final String PR = TAS.replace("tas", "pr");
    private static final String CORDEX = "cordex.output.EUR-11.v1";

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private ChunkLease lease;
    /** The first has 1 byte, the second 2, and so on. */
    private List<FileRow> files;

    private LocalDate today;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        JobId job = activeJob(open.catalog, 6, 3);
        lease = open.catalog.chunks().leaseOf(job, LEASE).orElseThrow();
        files = open.catalog.chunks().openFiles(lease, null, open.clock.instant(), 1000);
        today = LocalDate.ofInstant(open.clock.instant(), ZoneOffset.UTC);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static OutcomeRecord done(FileRow file, String source, String dataset) {
        return OutcomeRecord.done(file, evidence("x"), EFFORT).as(new Arrival(source, dataset));
    }

    private void record(OutcomeRecord... outcomes) {
        open.catalog.chunks().record(lease, List.of(outcomes)).join();
    }

    private List<ArrivedFiles> by(ArrivalGrouping grouping) {
        return open.catalog.arrivals().by(grouping, LocalDate.EPOCH, today.plusYears(1));
    }

    @Test
    void filesAreCountedByProjectSourceDayAndMonthAndEachDatasetOnce() {
        record(done(files.get(0), "ipsl", TAS), done(files.get(1), "ipsl", TAS));
        record(done(files.get(2), "node.example", TAS), done(files.get(3), "ipsl", PR));
        record(done(files.get(4), "ipsl", CORDEX), done(files.get(5), "ipsl", ""));
        open.reopen();

        assertThat(by(ArrivalGrouping.PROJECT))
                .containsExactly(
                        new ArrivedFiles("CMIP6", 4, 10, 2),
                        new ArrivedFiles("", 1, 6, 0),
                        new ArrivedFiles("cordex", 1, 5, 1));
        assertThat(by(ArrivalGrouping.SOURCE))
                .containsExactly(new ArrivedFiles("ipsl", 5, 18, 3), new ArrivedFiles("node.example", 1, 3, 1));
        assertThat(by(ArrivalGrouping.DAY)).containsExactly(new ArrivedFiles(today.toString(), 6, 21, 3));
        assertThat(by(ArrivalGrouping.MONTH))
                .containsExactly(new ArrivedFiles(YearMonth.from(today).toString(), 6, 21, 3));
        assertThat(by(ArrivalGrouping.SUBSCRIPTION)).containsExactly(new ArrivedFiles("", 6, 21, 3));
        assertThat(open.catalog.arrivals().all(today, today)).isEqualTo(new ArrivedFiles("", 6, 21, 3));
    }

    @Test
    void anOutcomeThatIsRecordedTwiceCountsOnceAndWhatWasThereDoesNot() {
        record(done(files.get(0), "ipsl", TAS));
        record(
                done(files.get(0), "ipsl", TAS),
                OutcomeRecord.skippedSame(files.get(1), EFFORT),
                OutcomeRecord.done(files.get(2), evidence("x"), EFFORT));

        assertThat(by(ArrivalGrouping.SOURCE)).containsExactly(new ArrivedFiles("ipsl", 1, 1, 1));
    }

    @Test
    void otherDaysAreLeftOut() {
        record(done(files.get(0), "ipsl", TAS));

        assertThat(open.catalog.arrivals().by(ArrivalGrouping.DAY, LocalDate.EPOCH, today.minusDays(1)))
                .isEmpty();
        assertThat(open.catalog.arrivals().all(today.plusDays(1), today.plusDays(9)))
                .isEqualTo(new ArrivedFiles("", 0, 0, 0));
    }
}
