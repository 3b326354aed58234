package org.bdm.core.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FileSystemRoomTest {
    @Test
    @Tag("F9")
    void noFreeInodesSayNothingInUserSpace() {
        assertThat(FileSystemRoom.told("fuse.rclone", 10, 5, 1_000_000_000, 0).inodes())
                .isZero();
        assertThat(FileSystemRoom.told("ext4", 10, 5, 1_000_000, 0).inodes()).isEqualTo(1_000_000);
        assertThat(FileSystemRoom.told("fuse.sshfs", 10, 5, -1, 7).inodes()).isZero();
    }

    @Test
    @Tag("F8")
    void roomBeyondSixtyFourBitsIsTheGreatestThatThereIs() {
        assertThat(FileSystemRoom.atMost(16 << 20, 1L << 44)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemRoom.atMost(4096, -1)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileSystemRoom.atMost(4096, 10)).isEqualTo(40_960);
    }
}
