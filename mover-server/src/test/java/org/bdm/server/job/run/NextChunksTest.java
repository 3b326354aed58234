package org.bdm.server.job.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bdm.server.catalog.Samples.directory;
import static org.bdm.server.catalog.Samples.item;
import static org.bdm.server.catalog.Samples.pending;
import static org.bdm.server.catalog.Samples.request;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.OpenCatalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedBatch;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.settings.ChunkOrder;
import org.junit.jupiter.api.Test;

class NextChunksTest {
    @Test
    void mixedTakesALargeAndASmallChunkInTurnAndTheOthersOnlyTheirFirst() {
        try (OpenCatalog open = OpenCatalog.at(TestDatabase.H2.prepared())) {
            assertThat(leased(open, ChunkOrder.MIXED)).containsExactly(2, 1, 4, 3, 0);
            assertThat(leased(open, ChunkOrder.SMALLEST)).containsExactly(1, 3, 0, 4, 2);
            assertThat(leased(open, ChunkOrder.LISTED)).containsExactly(0, 1, 2, 3, 4);
        }
    }

    private static List<Integer> leased(OpenCatalog open, ChunkOrder order) {
        JobId job = open.catalog
                .submissions()
                .submit(request("ann", 3), List.of(item("x")), null)
                .join()
                .job();
        open.catalog.jobs().change(job, JobState.PLANNING, null).join();
        open.catalog.jobs().change(job, JobState.ACTIVE, null).join();
        var at = open.catalog.listings().position(job);
        for (int size : new int[] {5, 1, 9, 3, 7}) {
            var root = at.nextDirectory() == 0
                    ? List.of(directory(0, "", ListProgress.FINISHED))
                    : List.<ListedDirectory>of();
            ListedBatch batch =
                    new ListedBatch(job, at, 1, root, Map.of(), List.of(pending(0, "f" + at.nextFile(), size)), order);
            at = open.catalog.listings().append(batch).join();
        }
        NextChunks next = new NextChunks(open.catalog.chunks(), job, order);
        return Stream.generate(() -> next.lease(chunk -> false))
                .takeWhile(Optional::isPresent)
                .map(lease -> lease.orElseThrow().chunk())
                .toList();
    }
}
