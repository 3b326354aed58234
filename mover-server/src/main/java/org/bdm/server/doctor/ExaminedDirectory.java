package org.bdm.server.doctor;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.bdm.core.host.FileSystemRoom;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the mover.
 *
 * @param subject {@code export data} or {@code home}
 * @param isWritten whether the mover writes there
 * @param writing what was found of writing to an export; null for all else
 * @param room reads the room of its file system; blocks while that hangs
 */
public record ExaminedDirectory(
        String subject,
        Path path,
        boolean isHome,
        boolean isWritten,
        RoomOf room,
        @Nullable WritingTo writing) {
    /** Reads the room of the file system at a path. */
    @FunctionalInterface
    public interface RoomOf {
        /** Reads it; blocks while the file system hangs. */
        FileSystemRoom of(Path path) throws IOException;
    }

    /** Finding of the trial of an export. */
    @FunctionalInterface
    public interface WritingTo {
        /** Returns it; never blocks. */
        WritingFound look();
    }

    /**
     * Result of trying out an export that was given as writable.
     *
     * @param problem why it is offered read-only; null if it is not
     * @param placing how files are placed there, and what proves it
     * @param lost what files lose there, a phrase for each
     */
    public record WritingFound(@Nullable String problem, String placing, List<String> lost) {
        /** Copies the list. */
        public WritingFound {
            lost = List.copyOf(lost);
        }
    }

    ExaminedDirectory(String subject, Path path, boolean isHome, boolean isWritten, RoomOf room) {
        this(subject, path, isHome, isWritten, room, null);
    }

    /** An export. */
    public static ExaminedDirectory export(String name, Path path, boolean isWritable) {
        return new ExaminedDirectory("export " + name, path, false, isWritable, FileSystemRoom::of);
    }

    /** This directory, with what was found of writing to it. */
    public ExaminedDirectory written(WritingTo writing) {
        return new ExaminedDirectory(subject, path, isHome, isWritten, room, writing);
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
