package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StoreCall;
import org.junit.jupiter.api.Test;

/** A session that the disk has no room for says of what there is none. */
class FetchRoomTest {
    private final FetchRig rig = new FetchRig(4);

    private String blockedFor() {
        rig.tree.addFile("one", 300);
        rig.tree.addFile("big", 3 * FetchRig.BLOCK_BYTES);
        rig.store.faults().beforeCall(call -> {
            boolean isTemporary =
                    call.kind() == StoreCall.Kind.CREATE && call.what().endsWith(".part");
            if (isTemporary)
                throw new MoverException(ErrorCode.NO_SPACE, "creation of x failed: ENOSPC (no space left)");
        });
        rig.start();
        rig.runUntil(() -> !rig.blocked.isEmpty());
        rig.stop();
        return rig.blocked.get(0).detail();
    }

    @Test
    void usedUpInodesAreNamedWithTheirNumberAndNotTheFreeBytesAsTheReason() {
        rig.store.faults().inodes(1000, 1);
        assertThat(blockedFor())
                .contains("no inodes left: 1 of 1000 are free for 2 files")
                .doesNotContain("are needed");
    }

    @Test
    void missingBytesAreNamedWhereInodesAreLeftOrHaveNoLimit() {
        rig.store.faults().inodes(1000, 900);
        assertThat(blockedFor()).contains("bytes are needed").doesNotContain("inodes");
    }

    @Test
    void missingBytesAreNamedWhereBothAreShort() {
        rig.store.faults().inodes(1000, 1);
        rig.store.faults().spaceBytes(5000);
        assertThat(blockedFor()).contains("bytes are needed, ").doesNotContain("inodes");
    }
}
