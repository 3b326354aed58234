package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.PathPair;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code globus transfer --batch} (globus-cli): {@code [--recursive] [--external-checksum DIGEST] SOURCE DESTINATION}, quoted
 * as for a shell. The two endpoints are not in it.
 */
final class GlobusBatch implements ListFormat, LineParser {
    private static final String RECURSIVE = "--recursive";
    private static final String DIGEST = "--external-checksum";

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
            PathPair pair = pair(line);
            return pair != null && areBothPaths(pair);
        } catch (RefusedLine e) {
            return false;
        }
    }

    private static boolean hasOption(String line) {
        return line.startsWith(RECURSIVE + " ") || line.startsWith(DIGEST);
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
        PathPair pair = pair(line.text());
        if (pair != null) receiver.entry(line.number(), pair);
    }

    /** Null for a line that has nothing but a comment. */
    private static @Nullable PathPair pair(String line) throws RefusedLine {
        List<String> paths = new ArrayList<>();
        boolean recursive = false;
        Checksum digest = null;
        List<String> words = ShellWords.of(line);
        Iterator<String> left = words.iterator();
        while (left.hasNext()) {
            String word = left.next();
            if (word.equals(RECURSIVE) || word.equals("-r")) {
                recursive = true;
            } else if (word.equals(DIGEST)) {
                if (!left.hasNext()) throw new RefusedLine(DIGEST + " has no value");
                digest = ListedDigest.unnamed(left.next());
            } else if (word.startsWith(DIGEST + "=")) {
                digest = ListedDigest.unnamed(word.substring(DIGEST.length() + 1));
            } else if (word.startsWith("--")) {
                throw new RefusedLine("the option " + QuotedText.of(word) + " is not known");
            } else {
                paths.add(word);
            }
        }
        if (words.isEmpty()) return null;
        if (paths.size() != 2) throw new RefusedLine("not SOURCE DESTINATION, but " + paths.size() + " paths");
        return new PathPair(ListedPath.checked(paths.get(0)), ListedPath.checked(paths.get(1)), recursive, digest);
    }
}
