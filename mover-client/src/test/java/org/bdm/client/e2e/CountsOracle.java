package org.bdm.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;

/**
 * The figures of one job, look after look: states sum up to the total, and what is final stays, over all crashes. Bytes of open files never
 * count down while one process lives; after its death the next one does not know them until it has read the journals. A file that fails or is
 * cancelled takes what came of it away.
 */
final class CountsOracle {
    private JobView last;
    private long lastProcess;

    void see(JobView job, long process) {
        String shown = "before: " + last + "\nnow: " + job;
        FileCounts files = job.files();
        long sum = files.pending() + files.active() + files.verifying() + files.waiting();
        sum += files.done() + files.skipped() + files.failed() + files.cancelled();
        assertThat(sum).as("files by state sum up to the total; %s", shown).isEqualTo(files.total());
        assertThat(Math.min(Math.min(files.pending(), files.active()), files.verifying()))
                .as("no state has fewer than no file; %s", shown)
                .isNotNegative();
        if (last != null) {
            neverLess(files, last.files(), shown);
            boolean isOpenKept = process == lastProcess && givenUp(files) == givenUp(last.files());
            neverLess(job.bytes(), last.bytes(), isOpenKept, shown);
            if (last.listingComplete()) {
                assertThat(job.listingComplete())
                        .as("the listing stays complete; %s", shown)
                        .isTrue();
                assertThat(files.total())
                        .as("a complete total stays; %s", shown)
                        .isEqualTo(last.files().total());
            }
            if (JobLook.isFinal(last))
                assertThat(job.state()).as("a final state stays; %s", shown).isEqualTo(last.state());
        }
        if (job.state().equals("SUCCEEDED")) {
            assertThat(files.done() + files.skipped())
                    .as("a job that succeeded has every file; %s", shown)
                    .isEqualTo(files.total());
        }
        last = job;
        lastProcess = process;
    }

    private static long givenUp(FileCounts files) {
        return files.failed() + files.cancelled();
    }

    private static void neverLess(FileCounts now, FileCounts before, String shown) {
        assertThat(now.total()).as("files listed; %s", shown).isGreaterThanOrEqualTo(before.total());
        assertThat(now.done()).as("files done; %s", shown).isGreaterThanOrEqualTo(before.done());
        assertThat(now.skipped()).as("files skipped; %s", shown).isGreaterThanOrEqualTo(before.skipped());
        assertThat(now.failed()).as("files failed; %s", shown).isGreaterThanOrEqualTo(before.failed());
        assertThat(now.cancelled()).as("files cancelled; %s", shown).isGreaterThanOrEqualTo(before.cancelled());
    }

    private static void neverLess(ByteCounts now, ByteCounts before, boolean isOpenKept, String shown) {
        assertThat(now.total()).as("bytes listed; %s", shown).isGreaterThanOrEqualTo(before.total());
        if (!isOpenKept) return;
        assertThat(now.moved()).as("bytes moved; %s", shown).isGreaterThanOrEqualTo(before.moved());
        assertThat(now.durable()).as("bytes durable; %s", shown).isGreaterThanOrEqualTo(before.durable());
    }
}
