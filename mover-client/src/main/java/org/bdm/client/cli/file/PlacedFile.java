package org.bdm.client.cli.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** A file that is written under a temporary name, and gets its own when it is whole. Close deletes what was not placed. Belongs to one thread. */
final class PlacedFile implements AutoCloseable {
    /** Files of processes that were killed and had the same id, as every one in a container may have. */
    private static final int LEFT_MAX = 100;

    private final Path target;
    private final Path temporary;
    private final FileChannel channel;

    private PlacedFile(Path target, Path temporary, FileChannel channel) {
        this.target = target;
        this.temporary = temporary;
        this.channel = channel;
    }

    /** Opens one in the directory of {@code target}; the name tells what it is to who finds it after a crash. */
    static PlacedFile beside(Path target) throws IOException {
        Path name = target.toAbsolutePath().getFileName();
        Path directory = target.toAbsolutePath().getParent();
        if (name == null || directory == null) throw new IOException("not a name of a file: " + target);
        if (!Files.isDirectory(directory)) throw new NoSuchFileException("no such directory: " + directory);
        String begin = name.toString();
        String start = "." + begin.substring(0, Math.min(60, begin.length())) + "."
                + ProcessHandle.current().pid();
        for (int number = 0; ; number++) {
            Path temporary = directory.resolve(start + (number == 0 ? "" : "-" + number) + ".partial");
            try {
                FileChannel channel =
                        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                temporary.toFile().deleteOnExit(); // an interrupt from the keyboard ends the process
                return new PlacedFile(target.toAbsolutePath(), temporary, channel);
            } catch (FileAlreadyExistsException left) {
                if (number == LEFT_MAX) throw new IOException("too many partial files are left: " + temporary, left);
            }
        }
    }

    OutputStream out() {
        return Channels.newOutputStream(channel);
    }

    /**
     * Gives the file its name, after its bytes are on the disk.
     *
     * @param modifiedMillis its time; negative leaves it as it is
     * @throws FileAlreadyExistsException if the name is taken and {@code replaces} is not given
     */
    void place(long modifiedMillis, boolean replaces) throws IOException {
        if (modifiedMillis >= 0) Files.setLastModifiedTime(temporary, FileTime.fromMillis(modifiedMillis));
        channel.force(true);
        if (replaces) Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        else linked();
    }

    /** A link never replaces, which a rename does. */
    private void linked() throws IOException {
        try {
            Files.createLink(target, temporary);
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS))
                throw new FileAlreadyExistsException(target.toString());
            Files.move(temporary, target); // a file system without links
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(temporary);
    }
}
