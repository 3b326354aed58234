package org.bdm.core.identity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files with a secret, which their owner alone can read from their first byte on. Blocks. */
public final class OwnerFile {
    private OwnerFile() {}

    /**
     * Makes or replaces a file, whole or not at all: a reader and a crash see the former content or this one. Durable when this returns.
     *
     * @param text in UTF-8
     * @throws IOException the file is as it was
     */
    public static void replace(Path file, String text) throws IOException {
        Path target = file.toAbsolutePath();
        Path beside = target.resolveSibling(target.getFileName() + ".new");
        Files.deleteIfExists(beside);
        try (FileChannel channel = FileChannel.open(
                beside,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        // Without this a power cut may bring the former file back.
        try (FileChannel directory = FileChannel.open(target.resolveSibling(""), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
