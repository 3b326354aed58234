package org.bdm.server.app;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.OwnerFile;
import org.bdm.core.store.HomeMark;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The home of one process: catalog, keys, first token. Locked from {@link #lock} until the process ends. */
final class HomeDirectory implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    static final String TEMPORARY = "tmp";
    private static final String ADMIN_TOKEN = "admin.token";
    private static final Logger LOG = LoggerFactory.getLogger(HomeDirectory.class);

    private final Path directory;
    private final FileChannel lockFile;
    private final FileLock lock;

    private HomeDirectory(Path directory, FileChannel lockFile, FileLock lock) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /**
     * Makes the directory if it is missing and locks it.
     *
     * @throws MoverException ALREADY_RUNNING with the number of the process that holds it
     */
    static HomeDirectory lock(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Path parent = directory.toAbsolutePath().getParent();
                if (parent != null) Files.createDirectories(parent);
                Files.createDirectory(directory, OWNER_ONLY);
            }
            closeToOthers(directory);
            Path file = directory.resolve("lock");
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    OWNER_FILE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                String holder = Files.readString(file, StandardCharsets.UTF_8).strip();
                channel.close();
                throw new MoverException(
                        ErrorCode.ALREADY_RUNNING, "home " + directory + " is used by process " + holder);
            }
            String holder =
                    ProcessHandle.current().pid() + " since " + Instant.now().truncatedTo(ChronoUnit.SECONDS);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((holder + "\n").getBytes(StandardCharsets.UTF_8)));
            writeOnce(directory.resolve(HomeMark.NAME.shown()), HomeMark.CONTENT);
            deleteTree(directory.resolve(TEMPORARY)); // what a killed process left
            Files.createDirectory(directory.resolve(TEMPORARY), OWNER_ONLY);
            Files.createDirectory(directory.resolve(TEMPORARY).resolve("documents"), OWNER_ONLY);
            return new HomeDirectory(directory, channel, lock);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot use home " + directory + ": " + e, e);
        }
    }

    /** Closes a home to others: its contents are secret, and one that another program made may be open. */
    private static void closeToOthers(Path directory) throws IOException {
        restrict(directory, "rwx------");
        for (String secret : List.of(ADMIN_TOKEN, "lock", "catalog", "backups")) {
            Path file = directory.resolve(secret);
            if (Files.isRegularFile(file)) restrict(file, "rw-------");
            else if (Files.isDirectory(file)) restrict(file, "rwx------");
        }
    }

    private static void restrict(Path path, String permissions) throws IOException {
        Set<PosixFilePermission> wanted = PosixFilePermissions.fromString(permissions);
        Set<PosixFilePermission> found = Files.getPosixFilePermissions(path);
        if (wanted.containsAll(found)) return;
        Files.setPosixFilePermissions(path, wanted);
        LOG.warn("{} was open to others ({}): it is {} now", path, PosixFilePermissions.toString(found), permissions);
    }

    private static void deleteTree(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) return;
        try (Stream<Path> entries = Files.walk(tree)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) Files.delete(entry);
        }
    }

    private static void writeOnce(Path file, String content) throws IOException {
        if (Files.exists(file)) return;
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_FILE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    Path directory() {
        return directory;
    }

    /**
     * Begins the first start of a new home, or continues one that did not end.
     *
     * @param catalogFile the file of the catalog, wherever it is; empty if it is no file
     * @return whether this is a first start: only then may key and catalog be made
     * @throws MoverException HOME_INCOMPLETE if the home was used and its key is gone
     */
    boolean beginFirstStart(Optional<Path> catalogFile) {
        if (Files.exists(firstStart())) return true;
        boolean hasKey = Files.exists(nodeKey());
        boolean hasCatalog = catalogFile
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .isPresent();
        if (hasKey) return false;
        if (hasCatalog || Files.exists(adminToken())) {
            throw new MoverException(
                    ErrorCode.HOME_INCOMPLETE,
                    "the home " + directory + " has been used, but its key " + nodeKey()
                            + " is gone: put it back from a backup; without one, 'mover-server catalog adopt --home "
                            + directory
                            + "' makes a new key, which every paired site must accept with 'bdm-client site rekey'");
        }
        try {
            writeOnce(firstStart(), "The first start of this home has not ended yet.\n");
            force();
            return true;
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot write " + firstStart() + ": " + e, e);
        }
    }

    /** HOME_INCOMPLETE if there is no key. */
    void requireKey() {
        if (Files.exists(nodeKey())) return;
        throw new MoverException(
                ErrorCode.HOME_INCOMPLETE, "there is no key " + nodeKey() + ": put it back from a backup first");
    }

    /** Catalog, key and token are there: from now on each of them must be. */
    void endFirstStart() {
        try {
            if (Files.deleteIfExists(firstStart())) force();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot delete " + firstStart() + ": " + e, e);
        }
    }

    private Path firstStart() {
        return directory.resolve("first-start");
    }

    private void force() throws IOException {
        try (FileChannel home = FileChannel.open(directory, StandardOpenOption.READ)) {
            home.force(true);
        }
    }

    /** For files of this run alone; the next start deletes them. */
    Path temporary() {
        return directory.resolve(TEMPORARY);
    }

    /** Returns the directory of backups of the catalog, unless the settings name another one. */
    Path backups() {
        return directory.resolve("backups");
    }

    /** Returns the directory of the journals of files on their way into buckets, which need not be there. */
    Path uploads() {
        return directory.resolve("uploads");
    }

    Path nodeKey() {
        return directory.resolve("node-key.pem");
    }

    /** Returns the file with the seals of the audit log, outside the catalog. */
    Path auditSeals() {
        return directory.resolve("audit-seals");
    }

    Path adminToken() {
        return directory.resolve(ADMIN_TOKEN);
    }

    /** Certificate for HTTPS with the node's key, for clients to trust. */
    Path webCertificate() {
        return directory.resolve("web-cert.pem");
    }

    /** Writes the certificate for HTTPS. */
    void writeWebCertificate(String pem) {
        try {
            Files.writeString(webCertificate(), pem, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot write " + webCertificate() + ": " + e, e);
        }
    }

    /** The first token as an earlier start wrote it; empty if there is none. */
    Optional<String> readAdminToken() {
        try {
            return Optional.of(
                    Files.readString(adminToken(), StandardCharsets.UTF_8).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot read " + adminToken() + ": " + e, e);
        }
    }

    /** Writes the first token, readable by the owner only, whole or not at all; durable when this returns. */
    void writeAdminToken(String token) {
        try {
            OwnerFile.replace(adminToken(), token + "\n");
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot write " + adminToken() + ": " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.release();
            lockFile.close();
        } catch (IOException e) {
            throw new MoverException(ErrorCode.INTERNAL, "cannot release the lock of " + directory + ": " + e, e);
        }
    }
}
