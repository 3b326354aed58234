package org.bdm.core.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel says is what other programs read from it. */
class KernelTest {
    @TempDir
    Path directory;

    @Test
    void roomOfAFileSystemIsWhatJavaSaysOfIt() throws IOException {
        FileStore store = Files.getFileStore(directory);
        FileSystemRoom room = FileSystemRoom.of(directory);
        assertThat(room.type()).isEqualTo(store.type());
        assertThat(room.bytes()).isEqualTo(store.getTotalSpace());
        assertThat(room.freeBytes()).isBetween(0L, room.bytes());
        assertThat(room.freeInodes()).isBetween(0L, Math.max(0, room.inodes()));
    }

    @Test
    void directoryThatIsNotThereHasNoRoom() {
        assertThatThrownBy(() -> FileSystemRoom.of(directory.resolve("missing")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void clockHasAStateOrSaysWhyNot() {
        try {
            assertThat(KernelClock.read().errorMax()).isGreaterThanOrEqualTo(Duration.ZERO);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("adjtimex"); // a container may forbid it
        }
    }
}
