package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** A source that is lost for good, and one that loses its streams whenever it is asked. */
class FetchRefusalTest {
    private static final int BLOCK = FetchRig.BLOCK_BYTES;
    private static final MoverException BROKEN =
            new MoverException(ErrorCode.PROTOCOL_VIOLATION, "it sent what nobody asked for");

    private final FetchRig rig = new FetchRig(4);

    @Test
    void everyFileOfASourceThatIsLostForGoodEndsAlsoThoseOfLaterChunks() {
        rig.entriesPerChunk = 3;
        List<FileEntry> entries = new ArrayList<>();
        for (int i = 0; i < 20; i++) entries.add(rig.tree.addFile("f" + i, 3 * BLOCK));
        rig.start();
        rig.runUntil(() -> !rig.ended.isEmpty());
        rig.source.giveUp(BROKEN);
        rig.runUntil(() -> !rig.lost.isEmpty());
        rig.session.refuse(BROKEN);
        rig.runToEnd();
        assertThat(entries)
                .anySatisfy(entry -> assertThat(rig.outcome(entry).state()).isEqualTo(FileState.DONE));
        for (FileEntry entry : entries) {
            if (rig.outcome(entry).state() == FileState.DONE) {
                rig.assertSame(entry);
            } else {
                assertThat(rig.outcome(entry).state()).isEqualTo(FileState.FAILED);
                assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION);
            }
        }
        assertThat(rig.chunksEnded).hasSize(7);
        rig.stop();
    }

    @Test
    void fileWhoseStreamBreaksWheneverItIsAskedForWaitsForALaterRun() {
        FileEntry bad = rig.tree.addFile("bad", 10 * BLOCK);
        rig.start();
        rig.source.faults().loseStreamChance = 1;
        rig.runToEnd();
        assertThat(rig.waiting.get(bad.file()).reason().code()).isEqualTo(ErrorCode.CONNECTION_LOST);
        rig.stop();
    }
}
