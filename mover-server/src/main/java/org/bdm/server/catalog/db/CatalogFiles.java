package org.bdm.server.catalog.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/** The directory and file of an H2 catalog: for their owner alone. */
public final class CatalogFiles {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private CatalogFiles() {}

    public static FileAttribute<Set<PosixFilePermission>> ownerOnly() {
        return PosixFilePermissions.asFileAttribute(OWNER_ONLY);
    }

    /** Makes the directory if it is missing, and takes the rights of others to files of a catalog that are there. */
    public static void prepare(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        try {
            if (directory == null) return;
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY_OWNER_ONLY));
            String name = file.getFileName().toString();
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path entry : entries.toList()) {
                    if (entry.getFileName().toString().startsWith(name)
                            && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                            && !Files.getPosixFilePermissions(entry).equals(OWNER_ONLY)) {
                        Files.setPosixFilePermissions(entry, OWNER_ONLY);
                    }
                }
            }
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.CATALOG_UNAVAILABLE, "the directory " + directory + " cannot be used: " + e, e);
        }
    }

    /** Makes an empty file for a catalog that is begun, so that H2 finds one that is for its owner alone. */
    static void begin(Path file) {
        try {
            if (!Files.exists(file)) Files.createFile(file, ownerOnly());
        } catch (IOException e) {
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "cannot make " + file + ": " + e, e);
        }
    }
}
