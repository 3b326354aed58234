package org.bdm.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.jspecify.annotations.Nullable;

/** The home of one process: catalog, keys, first token. Locked from {@link #lock} until the process ends. */
final class HomeDirectory implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

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
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
            return new HomeDirectory(directory, channel, lock);
        } catch (IOException e) {
            throw new MoverException(ErrorCode.PERMISSION, "cannot use home " + directory + ": " + e, e);
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

    Path catalog() {
        return directory.resolve("catalog");
    }

    Path nodeKey() {
        return directory.resolve("node-key.pem");
    }

    Path adminToken() {
        return directory.resolve("admin.token");
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
        Path unfinished = directory.resolve("admin.token.new");
        try {
            Files.deleteIfExists(unfinished);
            Files.createFile(unfinished, OWNER_FILE);
            Files.writeString(unfinished, token + "\n", StandardCharsets.UTF_8, StandardOpenOption.SYNC);
            Files.move(unfinished, adminToken(), StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel home = FileChannel.open(directory, StandardOpenOption.READ)) {
                home.force(true);
            }
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
