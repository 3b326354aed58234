package org.bdm.server.doctor;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.bdm.core.host.FileSystemRoom;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the mover.
 *
 * @param subject {@code export data} or {@code home}
 * @param isWritten whether the mover writes there
 * @param room reads the room of its file system; blocks while that hangs
 */
public record ExaminedDirectory(String subject, Path path, boolean isHome, boolean isWritten, RoomOf room) {
    /** Reads the room of the file system at a path. */
    @FunctionalInterface
    public interface RoomOf {
        /** Reads it; blocks while the file system hangs. */
        FileSystemRoom of(Path path) throws IOException;
    }

    /** An export. */
    public static ExaminedDirectory export(String name, Path path, boolean isWritable) {
        return new ExaminedDirectory("export " + name, path, false, isWritable, FileSystemRoom::of);
    }

    /** The home of the server. */
    public static ExaminedDirectory home(Path path) {
        return new ExaminedDirectory("home", path, true, true, FileSystemRoom::of);
    }

    FileSystemRoom readRoom() throws IOException {
        try {
            return room.of(path);
        } catch (IOException e) {
            throw new IOException("cannot look at " + path + ": " + reason(e), e);
        }
    }

    private static @Nullable String reason(IOException e) {
        return e instanceof NoSuchFileException ? "no such directory" : e.getMessage();
    }
}
