package org.bdm.server.upkeep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.db.CatalogFiles;
import org.bdm.server.catalog.tools.CatalogBackup;
import org.jspecify.annotations.Nullable;

/**
 * The directory of backups, readable by its owner alone. {@code NAME.zip} is finished and good; beside it {@code NAME.zip.sha256}, which
 * {@code sha256sum -c} understands, says what it is. A backup without that file is not one of ours. {@code .part} and {@code .check} are
 * unfinished: nothing is ever restored from them. Blocks; one thread changes it at a time.
 */
final class BackupFiles {
    private static final String SUFFIX = ".zip";
    private static final String SUM = ".sha256";
    private static final String PART = ".part";
    private static final String CHECK = ".check";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.zip");
    private static final Pattern CONTENT = Pattern.compile(
            "# catalog as of ([0-9TZ:.-]+), (not checked|checked, ([0-9]{1,19}) files)\n([0-9a-f]{64})  (.+)\n");
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY_OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path directory;

    BackupFiles(Path directory) {
        this.directory = directory;
    }

    Path directory() {
        return directory;
    }

    /**
     * Returns the name of the file for a name that a person gave.
     *
     * @throws MoverException INVALID_REQUEST for anything but a plain name
     */
    static String named(String given) {
        String name = given.endsWith(SUFFIX) ? given : given + SUFFIX;
        if (NAME.matcher(name).matches()) return name;
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "the name of a backup has letters, digits, '.', '_' and '-', at most 100: the server decides where it goes");
    }

    /** Makes the directory, and removes what a process that was killed left unfinished. */
    void prepare() throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = directory.toAbsolutePath().getParent();
            if (parent != null) Files.createDirectories(parent);
            Files.createDirectory(directory, DIRECTORY_OWNER_ONLY);
        }
        for (Path entry : entries()) {
            String name = entry.getFileName().toString();
            if (name.endsWith(SUFFIX + PART) || name.endsWith(SUFFIX + SUM + PART)) Files.delete(entry);
            else if (name.endsWith(SUFFIX + CHECK)) removeScratch(entry);
        }
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    long freeBytes() throws IOException {
        FileStore disk = Files.getFileStore(directory);
        return disk.getUsableSpace();
    }

    boolean isThere(String name) {
        return Files.exists(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    Path part(String name) {
        return directory.resolve(name + PART);
    }

    /** Makes an empty directory for the check of a copy. */
    Path makeScratch(String name) throws IOException {
        return Files.createDirectory(directory.resolve(name + CHECK), DIRECTORY_OWNER_ONLY);
    }

    void removeScratch(Path scratch) throws IOException {
        try (Stream<Path> all = Files.walk(scratch)) {
            for (Path entry : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(entry);
        }
    }

    /** Gives a finished copy its name; durable when this returns. */
    void publish(StoredBackup backup) throws IOException {
        String text = "# catalog as of " + backup.beganAt() + ", "
                + (backup.isChecked() ? "checked, " + backup.files() + " files" : "not checked") + "\n"
                + backup.sha256() + "  " + backup.name() + "\n";
        Path sum = directory.resolve(backup.name() + SUM);
        Path unfinished = directory.resolve(backup.name() + SUM + PART);
        Files.createFile(unfinished, CatalogFiles.ownerOnly());
        Files.writeString(unfinished, text, StandardCharsets.US_ASCII, StandardOpenOption.SYNC);
        Files.deleteIfExists(sum); // of a backup whose file is gone
        CatalogBackup.publish(unfinished, sum);
        CatalogBackup.publish(part(backup.name()), directory.resolve(backup.name()));
    }

    void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
        Files.deleteIfExists(directory.resolve(name + SUM));
        CatalogBackup.force(directory);
    }

    /** Returns the finished backups, oldest first. */
    List<StoredBackup> all() throws IOException {
        List<StoredBackup> found = new ArrayList<>();
        if (!Files.isDirectory(directory)) return found;
        for (Path entry : entries()) {
            String name = entry.getFileName().toString();
            if (!NAME.matcher(name).matches()) continue;
            StoredBackup backup = read(entry, name);
            if (backup != null) found.add(backup);
        }
        found.sort(Comparator.comparing(StoredBackup::beganAt).thenComparing(StoredBackup::name));
        return found;
    }

    private static @Nullable StoredBackup read(Path file, String name) throws IOException {
        try {
            Path sum = file.resolveSibling(name + SUM);
            Matcher content = CONTENT.matcher(Files.readString(sum, StandardCharsets.ISO_8859_1));
            if (!content.matches() || !name.equals(content.group(5))) return null;
            String files = content.group(3);
            return new StoredBackup(
                    name,
                    Files.size(file),
                    Objects.requireNonNull(content.group(4)),
                    Instant.parse(content.group(1)),
                    files != null,
                    files == null ? 0 : Long.parseLong(files));
        } catch (NoSuchFileException | DateTimeException notOurs) {
            return null;
        }
    }
}
