package org.bdm.server.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.source.http.node.NodeHistory;
import org.bdm.core.source.http.node.NodeHistory.Rate;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.file.CopyValidators;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.SubmittedItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forgotten when. */
class RetentionTest {
    private static final String URL = "https://one.example/a.nc";

    private final TurnedClock clock = new TurnedClock();
    private Catalog catalog;

    @BeforeEach
    void open(@TempDir Path home) {
        catalog = Catalog.open(
                CatalogLocation.below(home), new CatalogSettings(new NodeId("a".repeat(64)), clock, fatal -> {}));
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    private JobId jobWithACopy() {
        JobRequest request = new JobRequest(JobKind.TREE, "ann", "", 3, 0, "{}", null, null, null);
        SubmittedItem item = new SubmittedItem(URL, "bdm://b/in/a.nc", false, 17, List.of());
        JobId job = catalog.submissions()
                .submit(request, List.of(item), null)
                .join()
                .job();
        catalog.copies()
                .remember(FileNumber.of(job, 0), URL, new CopyValidators(17, "\"x\"", null))
                .join();
        return job;
    }

    private boolean isKnown(JobId job) {
        return catalog.copies().validators(FileNumber.of(job, 0), URL).isPresent();
    }

    private void passAfter(Duration time) {
        clock.turn(time);
        new Retention(catalog, clock).pass();
    }

    @Test
    void copiesOfAJobAreKnownForThirtyDaysAfterItsEnd() {
        JobId running = jobWithACopy();
        JobId ended = jobWithACopy();
        catalog.jobs().change(ended, JobState.CANCELLED, null).join();
        passAfter(Retention.COPIES_OF_ENDED_JOBS);
        assertThat(isKnown(ended)).isTrue();
        passAfter(Duration.ofSeconds(1));
        assertThat(isKnown(ended)).isFalse();
        assertThat(isKnown(running)).isTrue();
    }

    @Test
    void missingCopiesAreKnownForAYearAndRatesForThirtyDays() {
        catalog.missingCopies().missing(URL).join();
        Instant now = clock.instant();
        catalog.nodeHistories()
                .keep(List.of(new NodeHistory("one.example", Optional.of(new Rate(9, now)), Optional.empty())))
                .join();
        passAfter(Retention.NODE_HISTORIES);
        assertThat(catalog.nodeHistories().all()).hasSize(1);
        passAfter(Duration.ofSeconds(1));
        assertThat(catalog.nodeHistories().all()).isEmpty();
        assertThat(catalog.missingCopies().of(List.of(URL))).hasSize(1);
        passAfter(Retention.MISSING_COPIES);
        assertThat(catalog.missingCopies().of(List.of(URL))).isEmpty();
    }

    @Test
    void aListThatNobodyCompletesIsCancelledAfterADay() {
        JobRequest request = new JobRequest(JobKind.BATCH, "ann", "", 3, 0, "{}", null, null, null);
        JobId job = catalog.partedLists().begin(request, null).join().job();
        clock.turn(Duration.ofHours(24).minusSeconds(1));
        new Retention(catalog, clock).pass();
        assertThat(catalog.jobs().find(job).orElseThrow().isCancelling()).isFalse();
        clock.turn(Duration.ofSeconds(2));
        new Retention(catalog, clock).pass();
        assertThat(catalog.jobs().find(job).orElseThrow().isCancelling()).isTrue();
        assertThat(catalog.jobs().find(job).orElseThrow().reason().text()).contains("24 hours");
    }
}
