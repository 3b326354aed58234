package org.bdm.server.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.activeJob;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.request;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An owner with many jobs does not push back the single job of another. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OwnerTurnsContractTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

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

    private JobId submit(String owner) {
        return open.catalog
                .submissions()
                .submit(request(owner, 3), List.of(item("x")), null)
                .join()
                .job();
    }

    @Test
    void listingsAreClaimedInTurnBetweenOwners() {
        JobId first = submit("ann");
        JobId second = submit("ann");
        JobId bob = submit("bob");
        assertThat(List.of(first, bob, second))
                .allSatisfy(job -> assertThat(open.catalog
                                .listings()
                                .leaseNext(LEASE)
                                .orElseThrow()
                                .job())
                        .isEqualTo(job));
    }

    @Test
    void jobsAreFoundInTurnHoweverManyOneOwnerHas() {
        List<JobId> ofAnn = new ArrayList<>();
        for (int i = 0; i < 5; i++) ofAnn.add(activeJob(open.catalog, "ann", 0, 3));
        JobId bob = activeJob(open.catalog, "bob", 0, 3);
        for (int i = 0; i < 5; i++) activeJob(open.catalog, "site:east/" + i, 0, 2);
        JobId cleo = activeJob(open.catalog, "cleo", 0, 2);
        JobId urgent = activeJob(open.catalog, "ann", 0, 5);
        assertThat(open.catalog.jobs().inTurn(JobState.ACTIVE, 4))
                .extracting(Job::id)
                .containsExactly(urgent, ofAnn.get(0), bob, ofAnn.get(1));
        assertThat(open.catalog.jobs().inTurn(JobState.ACTIVE, 9))
                .extracting(Job::id)
                .contains(cleo);
        assertThat(open.catalog.jobs().ownersOf(Set.of(bob, urgent, new JobId(999))))
                .containsOnlyKeys(bob, urgent)
                .containsEntry(bob, "bob");
    }
}
