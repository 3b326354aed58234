package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** A file that changes at the source while the source cannot say what it has. */
class FetchChangedFileTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;

    private final FetchRig rig = new FetchRig(3);

    @Test
    void aFileThatChangedWaitsWhileTheSourceCannotSayWhatItHasNow() {
        FileEntry big = rig.tree.addFile("big", 20 * BLOCK);
        boolean[] isAway = {false};
        rig.start();
        rig.source.faults().beforeRead = path -> {
            if (isAway[0] || rig.tree.file(path).content.length != 20 * BLOCK) return;
            rig.tree.rewrite(path, 21 * BLOCK, 1);
            isAway[0] = true;
        };
        rig.source.faults().statusFails =
                path -> isAway[0] ? new MoverException(ErrorCode.DATA_NODE_UNREACHABLE, "left alone") : null;
        rig.runToEnd();
        assertThat(rig.waiting.get(big.file()).state()).isEqualTo(FileState.WAITING);
        rig.settle();
        rig.stop();

        isAway[0] = false;
        rig.start();
        rig.runToEnd();
        rig.assertSame(big);
        rig.stop();
    }
}
