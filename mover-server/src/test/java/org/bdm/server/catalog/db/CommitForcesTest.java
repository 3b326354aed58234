package org.bdm.server.catalog.db;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.bdm.server.catalog.Samples.assertRefused;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;

class CommitForcesTest {
    private final CommitForces forces = new CommitForces();

    @Test
    void readersWaitForNothingWhenAllIsForced() {
        forces.begin();
        forces.forced();
        assertThatCode(forces::await).doesNotThrowAnyException();
    }

    /** As when the file is rewritten between two groups: then no commit waits for the force that fails. */
    @Test
    void readersAreRefusedAfterAForceFailedAlsoWhenEveryCommitBeforeWasForced() {
        forces.begin();
        forces.forced();
        forces.failed(new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the catalog stopped"));
        assertRefused(ErrorCode.CATALOG_UNAVAILABLE, forces::await);
    }
}
