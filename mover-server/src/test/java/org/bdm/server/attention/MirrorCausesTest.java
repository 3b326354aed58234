package org.bdm.server.attention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.junit.jupiter.api.Test;

class MirrorCausesTest {
    private static String itemOf(String note) {
        return MirrorCauses.item(new PurgePlan(
                        3,
                        "ann",
                        "the source no longer has it",
                        false,
                        PurgeState.OPEN,
                        new PurgePlan.Amount(0, 2, 20),
                        null,
                        Instant.EPOCH,
                        Instant.EPOCH.plusSeconds(60),
                        null,
                        new PurgePlan.MirroredTree(new JobId(1), 100),
                        false,
                        note))
                .toString();
    }

    @Test
    void aMirrorPlanSaysWhereItsFilesGo() {
        assertThat(itemOf("")).contains("purge --apply purge-3' moves the files into the quarantine");
        assertThat(itemOf("export 'out' is a bucket"))
                .contains("purge --apply purge-3 --confirm-count 2' deletes the files for good")
                .doesNotContain("quarantine");
    }
}
