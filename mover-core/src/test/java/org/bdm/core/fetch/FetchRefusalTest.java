package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.TransferChunk;
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
        rig.settle();
        int wantsMoreTold = rig.wantsMoreTold;
        entries.add(rig.tree.addFile("late", 3 * BLOCK));
        rig.session.add(new TransferChunk(99, entries.subList(20, 21)));
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
        assertThat(rig.chunksEnded).hasSize(8).contains(99);
        rig.settle();
        assertThat(rig.wantsMoreTold).isGreaterThan(wantsMoreTold);
        rig.stop();
    }

    @Test
    void everyFileOfASourceThatIsLostBeforeItOpensEnds() {
        rig.entriesPerChunk = 1;
        FileEntry one = rig.tree.addFile("one", BLOCK);
        FileEntry two = rig.tree.addFile("two", BLOCK);
        rig.start();
        rig.source.faults().neverOpens = true;
        FileEntry early = rig.tree.addFile("early", BLOCK);
        rig.session.add(new TransferChunk(99, List.of(early)));
        rig.settle();
        rig.session.refuse(BROKEN);
        rig.runToEnd();
        assertThat(List.of(one, two, early))
                .allSatisfy(entry ->
                        assertThat(rig.outcome(entry).reason().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
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
