package org.bdm.server.interchange.read;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.interchange.entry.PathPair;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * One line of a batch: options of {@code globus transfer}, and two paths. An option that would delete, or pick only some files, refuses
 * the line: without it the transfer would be another one.
 *
 * @param digest null if the line has none
 * @param leftOut options that change nothing about which files arrive
 */
record GlobusBatchLine(PathPair pair, @Nullable ListedDigest digest, List<String> leftOut) {
    private static final String DIGEST = "--external-checksum";
    private static final String ALGORITHM = "--checksum-algorithm";
    private static final Set<String> DELETING =
            Set.of("--delete-destination-extra", "--delete-destination-extras", "--delete");
    private static final Set<String> PICKING = Set.of("--include", "--exclude", "--source-local-user", "--batch");
    private static final Set<String> SWITCHES = Set.of(
            "--preserve-timestamp",
            "--preserve-mtime",
            "--no-preserve-timestamp",
            "--verify-checksum",
            "--no-verify-checksum",
            "--encrypt",
            "--encrypt-data",
            "--no-encrypt-data",
            "--skip-source-errors",
            "--fail-on-quota-errors");
    private static final Set<String> WITH_VALUE = Set.of("--sync-level", "-s", "--label", "--notify", "--deadline");

    static GlobusBatchLine of(List<String> words) throws RefusedLine {
        return new Reading(words.iterator()).line();
    }

    /** One walk through the words. */
    private static final class Reading {
        private final Iterator<String> words;
        private final List<String> paths = new ArrayList<>();
        private final List<String> leftOut = new ArrayList<>();
        private boolean recursive;
        private @Nullable String digest;
        private @Nullable String algorithm;

        Reading(Iterator<String> words) {
            this.words = words;
        }

        GlobusBatchLine line() throws RefusedLine {
            while (words.hasNext()) {
                String word = words.next();
                if (word.equals("--")) words.forEachRemaining(paths::add);
                else if (word.startsWith("-") && word.length() > 1) option(word);
                else paths.add(word);
            }
            if (paths.size() != 2) throw new RefusedLine("not SOURCE DESTINATION, but " + paths.size() + " paths");
            ListedDigest read = digest == null ? null : digest(digest);
            Checksum computed = read == null ? null : read.computed();
            String source = ListedPath.checked(paths.get(0));
            PathPair pair = new PathPair(source, ListedPath.checked(paths.get(1)), recursive, computed);
            return new GlobusBatchLine(pair, read, leftOut);
        }

        private ListedDigest digest(String written) throws RefusedLine {
            return algorithm == null ? ListedDigest.unnamed(written) : ListedDigest.named(algorithm, written);
        }

        private void option(String word) throws RefusedLine {
            int equals = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = equals < 0 ? word : word.substring(0, equals);
            String given = equals < 0 ? null : word.substring(equals + 1);
            switch (name) {
                case "--recursive", "-r" -> recursive = true;
                case "--no-recursive" -> recursive = false;
                case DIGEST -> digest = value(name, given);
                case ALGORITHM -> algorithm = value(name, given);
                default -> other(name, given);
            }
        }

        private void other(String name, @Nullable String given) throws RefusedLine {
            if (DELETING.contains(name)) {
                throw new RefusedLine(
                        "the option " + name + " deletes files at the destination, which a list cannot ask for");
            }
            if (PICKING.contains(name)) {
                throw new RefusedLine(
                        "the option " + name + " changes which files are transferred: it is not read in a batch");
            }
            if (WITH_VALUE.contains(name)) value(name, given);
            else if (!SWITCHES.contains(name)) {
                throw new RefusedLine("the option " + QuotedText.of(name) + " is not known");
            }
            leftOut.add(name);
        }

        private String value(String name, @Nullable String given) throws RefusedLine {
            if (given != null) return given;
            if (!words.hasNext()) throw new RefusedLine(name + " has no value");
            return words.next();
        }
    }
}
