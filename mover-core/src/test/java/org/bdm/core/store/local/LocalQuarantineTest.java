package org.bdm.core.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.bdm.core.store.PlaceMode;
import org.bdm.core.store.StorePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalQuarantineTest {
    private static final int KEPT = 40_000;
    private static final int PLACED = 1_000;

    @TempDir
    Path parent;

    @Tag("A6")
    @Test
    void movingFilesBackDoesNotListTheQuarantineForEach() throws IOException {
        try (TemporaryExport export = new TemporaryExport(parent);
                LocalStore store = LocalStore.openWritable(export.root)) {
            Path quarantine = Files.createDirectories(export.path().resolve(".bdm/quarantine"));
            for (int at = 0; at < KEPT; at++) Files.createFile(quarantine.resolve("purge-1-1-" + at));
            // Listing all of them takes 20 ms, which is 20 s for what is placed here.
            assertTimeout(Duration.ofSeconds(10), () -> {
                for (int at = 0; at < PLACED; at++) {
                    store.quarantine().place("purge-1-1-" + at, StorePath.ofUtf8(at + ".nc"), PlaceMode.NEW);
                }
            });
            assertThat(export.path().resolve("999.nc")).exists();
        }
    }
}
