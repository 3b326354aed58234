package org.bdm.server.catalog.tools;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.AcknowledgedVersion;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogFiles;
import org.bdm.server.catalog.db.CatalogInspection;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogUrl;

/** Backup and restore of an H2 catalog. PostgreSQL has its own means. */
public final class CatalogBackup {
    private CatalogBackup() {}

    /**
     * Writes a copy of a catalog that no process uses; for one in use see {@link OnlineBackup}.
     *
     * @throws MoverException ALREADY_RUNNING, UNSUPPORTED for PostgreSQL, ILLEGAL_STATE if the file is there
     */
    public static void backup(CatalogLocation location, Path zip) {
        refusePostgreSql(location);
        refuseMissing(location);
        try (CatalogDatabase database = CatalogDatabase.openAlone(location, CatalogExpectation.THERE)) {
            write(database, zip);
        }
    }

    private static void write(CatalogDatabase database, Path zip) {
        Path target = zip.toAbsolutePath();
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            if (Files.exists(target)) throw new FileAlreadyExistsException(target.toString());
            Files.deleteIfExists(part);
            OnlineBackup.Copied copied = OnlineBackup.of(database).copy(part, () -> false);
            BackupSum.write(target, copied.sha256());
            publish(part, target);
        } catch (FileAlreadyExistsException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, target + " exists already; name a new file", e);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the backup to " + target + " failed: " + e, e);
        }
    }

    /**
     * Gives a finished file its name, which no other has; durable when this returns.
     *
     * @throws FileAlreadyExistsException if the name is taken
     */
    public static void publish(Path part, Path target) throws IOException {
        Files.createLink(target, part);
        Files.delete(part);
        force(directory(target));
    }

    /**
     * Puts a backup in the place of a catalog that no process uses. What was there is kept beside it, as {@code catalog.mv.db.before-N}.
     *
     * @throws MoverException ALREADY_RUNNING; UNSUPPORTED for PostgreSQL; CATALOG_DAMAGED if the backup does not have the digest that was noted
     *     beside it, or cannot be unpacked or opened: then nothing has changed
     */
    public static void restore(CatalogLocation location, Path zip) {
        restore(location, zip, (step, bytes, bytesTotal) -> {});
    }

    /** The same, with its progress. */
    public static void restore(CatalogLocation location, Path zip, RestoreProgress progress) {
        refusePostgreSql(location);
        Path file = CatalogUrl.file(location).orElseThrow();
        Path restored = file.resolveSibling("restored.mv.db");
        try {
            CatalogFiles.prepare(file);
            boolean wasThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
            if (wasThere) refuseInUse(location, file);
            long size = Files.size(zip);
            progress.at("checking", 0, size);
            BackupSum.check(zip);
            unpack(zip, restored, bytes -> progress.at("unpacking", bytes, size));
            progress.at("opening", size, size);
            openOnce(location, restored, zip);
            if (wasThere) Files.move(file, free(file), StandardCopyOption.ATOMIC_MOVE);
            AcknowledgedVersion.forget(file);
            Files.move(restored, file, StandardCopyOption.ATOMIC_MOVE);
            force(directory(file));
        } catch (IOException e) {
            throw new MoverException(ErrorCode.CATALOG_UNAVAILABLE, "the restore from " + zip + " failed: " + e, e);
        }
    }

    /** Sees that it is a catalog, migrates and marks it, before it takes the place of anything. */
    private static void openOnce(CatalogLocation location, Path restored, Path zip) throws IOException {
        String url = "jdbc:h2:file:" + restored.toString().replaceFirst("\\.mv\\.db$", "");
        CatalogLocation there = new CatalogLocation(url, location.user(), location.password());
        try (CatalogDatabase database = CatalogDatabase.openAlone(there, CatalogExpectation.THERE)) {
            MoveProgress.refuseUnfinished(database);
            RestoreMark.set(database);
        } catch (MoverException e) {
            Files.deleteIfExists(restored);
            throw new MoverException(
                    ErrorCode.CATALOG_DAMAGED, "the backup " + zip + " cannot be used: " + e.detail(), e);
        } finally {
            AcknowledgedVersion.forget(restored);
        }
    }

    /** CATALOG_DAMAGED if what is in the zip does not have the checksum that the zip has of it. */
    static void unpack(Path zip, Path target) throws IOException {
        unpack(zip, target, bytes -> {});
    }

    private static void unpack(Path zip, Path target, LongConsumer bytesRead) throws IOException {
        try {
            unpackUnchecked(zip, target, bytesRead);
        } catch (ZipException | EOFException e) {
            Files.deleteIfExists(target);
            throw BackupSum.damaged(zip, "it cannot be unpacked (CRC-32 of the zip): " + e.getMessage(), e);
        }
    }

    private static void unpackUnchecked(Path zip, Path target, LongConsumer bytesRead) throws IOException {
        try (InputStream raw = new CountedInput(Files.newInputStream(zip), bytesRead);
                ZipInputStream in = new ZipInputStream(raw)) {
            Files.deleteIfExists(target);
            Files.createFile(target, CatalogFiles.ownerOnly());
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.getName().endsWith(".mv.db")) continue;
                try (OutputStream out = Files.newOutputStream(target)) {
                    in.transferTo(out);
                }
                force(target);
                return;
            }
        }
        Files.deleteIfExists(target);
        throw new MoverException(
                ErrorCode.INVALID_REQUEST, zip + " is not a backup of a catalog: it holds no .mv.db file");
    }

    /** A catalog that is damaged may be replaced; one that is in use may not. */
    private static void refuseInUse(CatalogLocation location, Path file) {
        try {
            CatalogInspection.inspectFile(location, CatalogUrl.checked(location), file, CatalogExpectation.THERE);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.ALREADY_RUNNING) throw e;
        }
    }

    private static Path free(Path file) {
        for (int number = 1; ; number++) {
            Path candidate = file.resolveSibling(file.getFileName() + ".before-" + number);
            if (!Files.exists(candidate)) return candidate;
        }
    }

    static void refusePostgreSql(CatalogLocation location) {
        if (location.isPostgreSql()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "a catalog on PostgreSQL is backed up with 'pg_basebackup' and a WAL archive, or with"
                            + " 'pg_dump --format=custom'; docs/how-to/back-up-and-restore.md has the commands");
        }
    }

    private static void refuseMissing(CatalogLocation location) {
        Path file = CatalogUrl.file(location).orElseThrow();
        if (!Files.exists(file)) {
            throw new MoverException(ErrorCode.NOT_FOUND, "there is no catalog " + file);
        }
    }

    private static Path directory(Path file) {
        Path directory = file.getParent();
        return directory == null ? Path.of(".") : directory;
    }

    /** Forces a file, or the entries of a directory. */
    public static void force(Path path) throws IOException {
        StandardOpenOption mode = Files.isDirectory(path) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }
}
