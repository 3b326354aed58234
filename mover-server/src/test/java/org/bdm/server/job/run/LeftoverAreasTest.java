package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.testkit.TestSite;
import org.bdm.server.testkit.TestTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftoverAreasTest {
    @TempDir
    Path directory;

    @Test
    void onlyAreasOfEndedJobsAreRemoved() {
        try (TestSite site = new TestSite(directory)) {
            site.sources.show("a", new TestTree());
            JobId queued = site.submitTree();
            JobId cancelled = site.submitTree();
            JobId unknown = new JobId(4711);
            site.catalog.jobs().end(cancelled, JobState.CANCELLED, null, "{}").join();
            for (JobId job : new JobId[] {queued, cancelled, unknown}) site.destination.workArea(job);

            new LeftoverAreas(site.exports, site.buckets()).removeOfEndedJobs(site.catalog);

            assertThat(site.destination.workAreas()).containsExactlyInAnyOrder(queued, unknown);
        }
    }
}
