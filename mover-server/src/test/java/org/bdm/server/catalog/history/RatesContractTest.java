package org.bdm.server.catalog.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class RatesContractTest {
    private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
    private static final JobId JOB = new JobId(7);

    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private Rates rates;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        rates = open.catalog.rates();
    }

    @AfterEach
    void close() {
        open.close();
    }

    private static MovedSample moved(@Nullable JobId job, String source, long afterSeconds, long bytes) {
        return new MovedSample(BEGIN.plusSeconds(afterSeconds), job, source, bytes, 1);
    }

    private List<MovedSample> links(int stored, int shown, String... named) {
        return rates.ofLinks(stored, shown, BEGIN, BEGIN.plus(Duration.ofHours(1)), List.of(named));
    }

    @Test
    void linksAreAddedUpInFineAndCoarseStepsAndTheRestIsOne() {
        rates.add(List.of(
                        moved(null, "north", 0, 100),
                        moved(null, "north", 10, 50),
                        moved(null, "east", 10, 30),
                        moved(null, "west", 10, 8),
                        moved(null, "", 10, 4)))
                .join();
        rates.add(List.of(moved(null, "north", 10, 1), moved(null, "north", 300, 7)))
                .join();

        assertThat(rates.busiest(10, BEGIN, BEGIN.plusSeconds(600), 2)).containsExactly("north", "east");
        assertThat(links(10, 10, "north"))
                .containsExactly(
                        new MovedSample(BEGIN.plusSeconds(10), null, "", 42, 3),
                        new MovedSample(BEGIN, null, "north", 100, 1),
                        new MovedSample(BEGIN.plusSeconds(10), null, "north", 51, 2),
                        new MovedSample(BEGIN.plusSeconds(300), null, "north", 7, 1));
        assertThat(links(300, 600, "north"))
                .containsExactly(
                        new MovedSample(BEGIN, null, "", 42, 3), new MovedSample(BEGIN, null, "north", 158, 4));
        assertThat(links(10, 30)).extracting(MovedSample::bytes).containsExactly(193L, 7L);
        assertThat(rates.ofLinks(10, 10, BEGIN.plusSeconds(10), BEGIN.plusSeconds(300), List.of("north")))
                .extracting(MovedSample::bytes)
                .containsExactly(42L, 51L);
    }

    @Test
    void failuresOfALinkAreAddedUpInBothSteps() {
        MovedSample sample = new MovedSample(BEGIN.plusSeconds(10), null, "north", 5, 1, 3);
        rates.add(List.of(sample, moved(null, "north", 310, 1))).join();
        rates.add(List.of(new MovedSample(BEGIN.plusSeconds(10), null, "north", 0, 0, 2)))
                .join();
        assertThat(links(10, 10, "north")).extracting(MovedSample::failures).containsExactly(5L, 0L);
        assertThat(links(300, 600, "north")).containsExactly(new MovedSample(BEGIN, null, "north", 6, 2, 5));
    }

    @Test
    void aLongJobHasFewRowsAndLosesNoByte() {
        long bytes = 0;
        for (int hour = 0; hour < 10; hour++) {
            List<MovedSample> samples = new ArrayList<>();
            for (int step = 0; step < 360; step++) samples.add(moved(JOB, "", hour * 3_600L + step * 10L, step));
            bytes += samples.stream().mapToLong(MovedSample::bytes).sum();
            rates.add(samples).join();
        }
        MovedOfJob kept = rates.ofJob(JOB);
        assertThat(kept.stepSeconds()).isEqualTo(80);
        assertThat(kept.samples()).hasSize(450);
        assertThat(kept.samples().stream().mapToLong(MovedSample::bytes).sum()).isEqualTo(bytes);
        assertThat(kept.samples().stream().mapToLong(MovedSample::files).sum()).isEqualTo(3_600);
        assertThat(kept.samples().get(1).at()).isEqualTo(BEGIN.plusSeconds(80));
        assertThat(rates.ofJob(new JobId(8)).samples()).isEmpty();
    }

    @Test
    void whatIsOldIsForgottenInParts() {
        Instant now = BEGIN.plus(Duration.ofDays(31)).plusSeconds(301);
        rates.add(List.of(
                        moved(null, "north", 0, 1),
                        moved(null, "north", 1_000, 2),
                        moved(null, "north", Rates.KEPT.toSeconds(), 4),
                        moved(JOB, "", 0, 1),
                        moved(JOB, "", 900, 2)))
                .join();
        while (rates.forget(now).join() > 0) continue;
        assertThat(rates.ofLinks(10, 10, BEGIN, now, List.of("north")))
                .extracting(MovedSample::bytes)
                .containsExactly(4L);
        assertThat(rates.ofLinks(300, 300, BEGIN, now, List.of("north")))
                .extracting(MovedSample::bytes)
                .containsExactly(2L, 4L);
        assertThat(rates.ofJob(JOB).samples()).extracting(MovedSample::bytes).containsExactly(2L);
    }
}
