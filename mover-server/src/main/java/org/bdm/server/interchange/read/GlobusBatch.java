package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.PathPair;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code globus transfer --batch} (globus-cli): {@code [--recursive | --no-recursive] [--external-checksum DIGEST]
 * SOURCE DESTINATION}, quoted as for a shell. The two endpoints are not in it.
 */
final class GlobusBatch implements ListFormat, LineParser {
    private static final List<String> MARKS =
            List.of("--recursive", "--no-recursive", "--external-checksum", "--checksum-algorithm");

    @Override
    public String name() {
        return "globus-batch";
    }

    @Override
    public int likeness(FileStart start) {
        boolean isMarked = start.count(GlobusBatch::hasOption) > 0;
        return isMarked ? CERTAIN : start.count(GlobusBatch::fits);
    }

    private static boolean fits(String line) {
        try {
            GlobusBatchLine read = line(line);
            return read != null && areBothPaths(read.pair());
        } catch (RefusedLine e) {
            return false;
        }
    }

    private static boolean hasOption(String line) {
        return MARKS.stream().anyMatch(mark -> line.startsWith(mark + " ") || line.startsWith(mark + "="));
    }

    /** Two words of a sentence or a configuration are no pair, though one may hold a slash. */
    private static boolean areBothPaths(PathPair pair) {
        boolean areAbsolute = isAbsolute(pair.source()) && isAbsolute(pair.destination());
        boolean haveDirectory =
                pair.source().indexOf('/') >= 0 || pair.destination().indexOf('/') >= 0;
        return haveDirectory && (areAbsolute || name(pair.source()).equals(name(pair.destination())));
    }

    private static boolean isAbsolute(String path) {
        return path.startsWith("/") || path.startsWith("~");
    }

    private static String name(String path) {
        String plain = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        GlobusBatchLine read = line(line.text());
        if (read == null) return;
        receiver.entry(line.number(), read.pair());
        if (read.digest() != null) read.digest().tell(line.number(), receiver);
        for (String option : read.leftOut()) {
            receiver.repeated(
                    line.number(), "the option " + option + " is left out: the job has settings of its own", "");
        }
    }

    /** Null for a line that has nothing but a comment. */
    private static @Nullable GlobusBatchLine line(String text) throws RefusedLine {
        List<String> words = ShellWords.of(text);
        return words.isEmpty() ? null : GlobusBatchLine.of(words);
    }
}
