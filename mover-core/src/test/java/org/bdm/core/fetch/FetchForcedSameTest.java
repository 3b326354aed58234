package org.bdm.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.JobId;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StoreCall;
import org.bdm.core.store.WorkArea;
import org.bdm.core.store.WritableFile;
import org.bdm.core.transfer.FileEntry;
import org.bdm.core.transfer.FileState;
import org.junit.jupiter.api.Test;

/** What is at the destination already is said to be the same only when a power cut cannot take it away. */
class FetchForcedSameTest {
    private final FetchRig rig = new FetchRig(5);

    /** As a process leaves it that died between placing and forcing, or any program that forces nothing. */
    private FileEntry thereAndNotForced(String path, int size) {
        FileEntry entry = rig.tree.addFile(path, size);
        rig.store.makeDirectories(entry.destination().parent(), 0755);
        WorkArea area = rig.store.workArea(new JobId(99));
        try (WritableFile file = area.create("left")) {
            file.write(0, ByteBuffer.wrap(rig.tree.file(entry.source()).content()));
        }
        area.place("left", entry.destination(), PlaceMode.NEW);
        return entry;
    }

    @Test
    void fileThatIsTheSameSurvivesAPowerCutWithItsDataAndAllNamesAboveIt() {
        FileEntry big = thereAndNotForced("a/b/big", 5 * FetchRig.BLOCK_BYTES);
        FileEntry small = thereAndNotForced("a/c/small", 300);
        rig.start();
        rig.runToEnd();
        for (FileEntry entry : List.of(big, small)) {
            assertThat(rig.outcome(entry).state()).isEqualTo(FileState.SKIPPED_SAME);
        }
        rig.stop();
        rig.store.powerCut();
        for (FileEntry entry : List.of(big, small)) {
            assertThat(rig.contentOf(entry))
                    .isEqualTo(rig.tree.file(entry.source()).content());
        }
    }

    @Test
    void linkAndDirectoryThatAreTheSameSurviveAPowerCut() {
        FileEntry directory = rig.tree.addDirectory("d/empty");
        FileEntry link = rig.tree.addLink("d/link", "empty");
        rig.store.makeDirectories(directory.destination(), 0755);
        rig.store.setDirectoryAttributes(directory.destination(), SourceTree.MODIFIED, 0755);
        rig.store
                .workArea(new JobId(99))
                .placeSymbolicLink(link.listed().linkTarget(), link.destination(), PlaceMode.NEW);
        rig.start();
        rig.runToEnd();
        for (FileEntry entry : List.of(directory, link)) {
            assertThat(rig.outcome(entry).state()).isEqualTo(FileState.SKIPPED_SAME);
        }
        rig.stop();
        rig.store.powerCut();
        assertThat(rig.store.status(directory.destination())).isPresent();
        assertThat(rig.store.status(link.destination())).isPresent();
    }

    @Test
    void fileThatIsTheSameAndWhoseNameCannotBeForcedIsOfUnknownOutcome() {
        FileEntry file = thereAndNotForced("a/file", 300);
        FileEntry other = thereAndNotForced("b/other", 300);
        rig.store.faults().beforeCall(call -> {
            boolean isOfFile =
                    call.kind() == StoreCall.Kind.FORCE && call.what().contains("file");
            if (isOfFile) rig.store.faults().failNextDirectoryForce();
        });
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(file).state()).isEqualTo(FileState.FAILED);
        assertThat(rig.outcome(file).reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(rig.outcome(file).reason().detail()).contains("a/file", "could not be forced");
        assertThat(rig.outcome(other).state()).isEqualTo(FileState.SKIPPED_SAME);
        rig.stop();
    }

    @Test
    void fileThatIsTheSameAndWhoseDataCannotBeForcedIsOfUnknownOutcomeAndStays() {
        FileEntry file = thereAndNotForced("a/file", 300);
        rig.store.faults().beforeCall(call -> {
            if (call.kind() == StoreCall.Kind.FORCE_AREA)
                rig.store.faults().failNextForce(); // the journal is forced by then
        });
        rig.start();
        rig.runToEnd();
        assertThat(rig.outcome(file).reason().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(rig.store.status(file.destination())).isPresent();
        assertThat(rig.bytesSent(file)).isZero();
        rig.stop();
    }
}
