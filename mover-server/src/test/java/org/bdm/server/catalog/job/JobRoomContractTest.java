package org.bdm.server.catalog.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;

import java.time.Duration;
import org.bdm.core.id.JobId;
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
class JobRoomContractTest {
    @Parameter
    TestDatabase database;

    private OpenCatalog open;
    private JobId first;
    private JobId second;
    private JobId third;

    @BeforeEach
    void open() {
        open = OpenCatalog.at(database.prepared());
        first = activeJob(open.catalog, 1, 3);
        second = activeJob(open.catalog, 1, 3);
        third = activeJob(open.catalog, 1, 3);
    }

    @AfterEach
    void close() {
        open.close();
    }

    private void fits(JobId job) {
        open.catalog.jobs().noteRoom(job).join();
        open.clock.turn(Duration.ofSeconds(1));
    }

    @Test
    void whoFitsLaterLeavesTheEarlierOnesTheirRoomAlsoAfterARestart() {
        assertThat(open.catalog.jobs().withRoomBefore(third)).isEmpty();
        fits(second);
        fits(first);
        fits(second);
        assertThat(open.catalog.jobs().withRoomBefore(third)).containsExactly(second, first);
        assertThat(open.catalog.jobs().withRoomBefore(first)).containsExactly(second);
        assertThat(open.catalog.jobs().withRoomBefore(second)).isEmpty();
        open.reopen();
        assertThat(open.catalog.jobs().withRoomBefore(third)).containsExactly(second, first);
    }

    @Test
    void ofTwoThatFitInTheSameMomentTheOlderIsFirst() {
        open.catalog.jobs().noteRoom(second).join();
        open.catalog.jobs().noteRoom(first).join();
        assertThat(open.catalog.jobs().withRoomBefore(second)).containsExactly(first);
        assertThat(open.catalog.jobs().withRoomBefore(first)).isEmpty();
    }

    @Test
    void aJobThatPausesLosesItsRoomAndComesLastWhenItResumes() {
        fits(first);
        fits(second);
        JobReason noSpace = new JobReason("NO_SPACE", "full", open.clock.instant(), null);
        open.catalog.jobs().change(first, JobState.PAUSED, noSpace).join();
        assertThat(open.catalog.jobs().withRoomBefore(third)).containsExactly(second);
        fits(first); // it is PAUSED: nothing is kept
        open.catalog.jobs().resume(first).join();
        assertThat(open.catalog.jobs().withRoomBefore(third)).containsExactly(second);
        fits(first);
        assertThat(open.catalog.jobs().withRoomBefore(first)).containsExactly(second);
    }

    @Test
    void aJobThatIsCancelledNeedsNoRoom() {
        fits(first);
        open.catalog
                .jobs()
                .cancel(first, new JobReason(JobReason.CANCELLING, "no longer wanted", open.clock.instant(), null))
                .join();
        assertThat(open.catalog.jobs().withRoomBefore(third)).isEmpty();
    }
}
