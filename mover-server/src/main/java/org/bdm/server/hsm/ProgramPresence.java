package org.bdm.server.hsm;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.bdm.server.program.BoundedProgram;

/**
 * Asks a program. It gets the absolute paths on its standard input and writes a line for each, in any order; what is no such line is passed over.
 *
 * <pre>
 *   a program of the site              lfs hsm_state of Lustre, paths from xargs -0
 *   in:   PATH LF                      PATH NUL
 *   out:  online PATH LF               PATH: (0x00000009) exists archived, archive_id:1 LF     on disk
 *         offline PATH LF              PATH: (0x0000000d) released exists archived, archive_id:1 LF    offline
 * </pre>
 *
 * What it says counts whatever it ends with: {@code lfs} fails if one file is missing, and tells of the others.
 */
final class ProgramPresence implements PresenceQuestion {
    /** An answer has at most a path and a few words for each file. */
    static final int OUTPUT_BYTES_MAX = KnownPresence.BULK_MAX * (StorePath.LENGTH_MAX + 4096 + 256);

    private static final byte LINE_FEED = '\n';
    private static final byte NUL = 0;
    private static final int RELEASED = 4;
    private static final String FLAGS = ": (0x";
    private static final int HEXADECIMAL = 16;

    private final BoundedProgram program;
    private final FilePaths paths;
    private final boolean isLustre;

    ProgramPresence(BoundedProgram program, FilePaths paths, boolean isLustre) {
        this.program = program;
        this.paths = paths;
        this.isLustre = isLustre;
    }

    @Override
    public Map<StorePath, Presence> ask(List<StorePath> files) throws Unanswered, InterruptedException {
        List<StorePath> lines = files.stream().filter(FilePaths::isLine).toList();
        if (lines.isEmpty()) return Map.of();
        BoundedProgram.Ended ended;
        try {
            ended = program.run(Map.of(), paths.list(lines, isLustre ? NUL : LINE_FEED));
        } catch (IOException | TimeoutException e) {
            throw new Unanswered(String.valueOf(e.getMessage()), e);
        }
        Map<StorePath, Presence> found = new HashMap<>();
        FilePaths.Answered asked = paths.answered(lines);
        for (String line : FilePaths.text(ended.output()).split("\n")) {
            if (isLustre) lustre(line, asked, found);
            else plain(line, asked, found);
        }
        if (found.isEmpty() && ended.exit() != 0)
            throw new Unanswered("it ended with " + ended.exit() + ": " + firstLine(ended.text()), new IOException());
        return found;
    }

    private static void plain(String line, FilePaths.Answered asked, Map<StorePath, Presence> found) {
        int blank = line.indexOf(' ');
        if (blank < 0) return;
        String word = line.substring(0, blank);
        Optional<StorePath> file = asked.file(line.substring(blank + 1));
        if (word.equals("online")) file.ifPresent(known -> found.put(known, Presence.ON_DISK));
        if (word.equals("offline")) file.ifPresent(known -> found.put(known, Presence.OFFLINE));
    }

    /** A path may have the begin of the flags in it: the last one counts. */
    private static void lustre(String line, FilePaths.Answered asked, Map<StorePath, Presence> found) {
        int flags = line.lastIndexOf(FLAGS);
        int end = line.indexOf(')', Math.max(0, flags));
        if (flags < 0 || end < 0) return;
        Optional<StorePath> file = asked.file(line.substring(0, flags));
        String digits = line.substring(flags + FLAGS.length(), end);
        if (file.isEmpty() || !digits.matches("[0-9a-fA-F]{1,8}")) return;
        boolean isReleased = (Long.parseLong(digits, HEXADECIMAL) & RELEASED) != 0;
        found.put(file.get(), isReleased ? Presence.OFFLINE : Presence.ON_DISK);
    }

    static String firstLine(String text) {
        if (text.isEmpty()) return "it wrote nothing";
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.length() <= 200 ? line : line.substring(0, 200) + "...";
    }
}
