package org.bdm.server.catalog;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** Where the PostgreSQL of a process of tests has its files: in memory if there is room, since it forces every database that a test has made. */
final class PostgresDirectory {
    private static final Path MEMORY = Path.of("/dev/shm");
    /** A machine may have other users, whose directories are not ours to remove. */
    private static final String PREFIX = "bdm-postgres-" + System.getProperty("user.name") + "-";

    private static final long ROOM_BYTES = 6L << 30;

    private PostgresDirectory() {}

    /** Makes it: empty, and this process's alone. */
    static Path made() throws IOException {
        if (!Files.isWritable(MEMORY) || Files.getFileStore(MEMORY).getUsableSpace() < ROOM_BYTES)
            return Files.createTempDirectory(PREFIX);
        removeThoseOfKilledProcesses();
        return Files.createDirectory(
                MEMORY.resolve(PREFIX + ProcessHandle.current().pid()));
    }

    private static void removeThoseOfKilledProcesses() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(MEMORY, PREFIX + "*")) {
            for (Path one : all) {
                long process = Long.parseLong(one.getFileName().toString().substring(PREFIX.length()));
                if (ProcessHandle.of(process).isEmpty()) FileSystemUtils.deleteRecursively(one);
            }
        }
    }
}
