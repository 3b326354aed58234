package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of somebody else that came to a place in the moment in which it was exchanged is not lost, whatever comes next. */
class WorkDirectoryTest {
    private static final byte[] PLACE = "x.nc".getBytes(StandardCharsets.US_ASCII);
    private static final int NO_DIRECTORY = -1;

    @TempDir
    Path parent;

    private Path area;
    private Path places;
    private WorkDirectory work;
    private Descriptor target;

    @BeforeEach
    void open() throws IOException {
        area = Files.createDirectory(parent.resolve("area"));
        places = Files.createDirectory(parent.resolve("places"));
        work = new WorkDirectory(opened(area), new TriedFileSystems(new KernelTrialCalls()));
        target = opened(places);
        Files.writeString(area.resolve("7.part"), "theirs");
    }

    private static Descriptor opened(Path directory) {
        byte[] path = directory.toString().getBytes(StandardCharsets.UTF_8);
        Descriptor found = new Descriptor(Posix.openTrusted(path), directory.toString());
        try {
            int readable = Posix.openEntry(found.borrow(), new byte[] {'.'}, Posix.READ_ONLY | Posix.DIRECTORY, 0);
            return new Descriptor(readable, directory.toString());
        } finally {
            found.giveBack();
            found.close();
        }
    }

    @AfterEach
    void close() {
        work.close();
        target.close();
    }

    private long ourFileAtThePlace() throws IOException {
        Files.writeString(places.resolve("x.nc"), "ours");
        return inode(places.resolve("x.nc"));
    }

    private static long inode(Path file) throws IOException {
        return (long) Files.getAttribute(file, "unix:ino");
    }

    private void putBack(int directory, long ours) {
        work.putBack("7.part", directory, PLACE, ours);
    }

    @Tag("T1")
    @Test
    void itChangesPlacesWithOurFileAgain() throws IOException {
        putBack(target.borrow(), ourFileAtThePlace());
        assertThat(places.resolve("x.nc")).hasContent("theirs");
        assertThat(area.resolve("7.part")).hasContent("ours");
    }

    @Tag("T1")
    @Test
    void itGoesBackToAPlaceThatWasClearedMeanwhile() throws IOException {
        long ours = ourFileAtThePlace();
        Files.delete(places.resolve("x.nc"));
        putBack(target.borrow(), ours);
        assertThat(places.resolve("x.nc")).hasContent("theirs");
        assertThat(work.names()).isEmpty();
    }

    @Tag("T1")
    @Test
    void whereThereIsNoWayBackItHasANameThatNothingDeletes() {
        assertThatThrownBy(() -> putBack(NO_DIRECTORY, 1))
                .isInstanceOf(MoverException.class)
                .hasMessageContaining("x.nc")
                .hasMessageContaining("area/foreign-7.part");
        assertThat(work.names()).isEmpty();
        assertThat(area.resolve("foreign-7.part")).hasContent("theirs");
    }

    @Tag("T1")
    @Test
    void aThirdFileThatCameMeanwhileIsKept() throws IOException {
        long ours = ourFileAtThePlace();
        Files.writeString(places.resolve("y.nc"), "third");
        Files.move(places.resolve("y.nc"), places.resolve("x.nc"), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> putBack(target.borrow(), ours)).hasMessageContaining("foreign-7.part");
        assertThat(places.resolve("x.nc")).hasContent("theirs");
        assertThat(area.resolve("foreign-7.part")).hasContent("third");
    }
}
