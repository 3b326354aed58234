package org.bdm.server.dataset.merge;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.drs.DatasetName;

/**
 * The place of the files of one dataset version below an export: one directory for all of them. What indexes propose is taken if it is safe
 * and has the shape of the project; else the directory is made of the name.
 */
public final class DatasetDirectory {
    private final Optional<String> path;
    private final boolean hasVariableBelowVersion;

    public DatasetDirectory(DatasetName name, List<ToldNode> nodes, NoteBook notes) {
        this(new DrsLayout(name, facets(nodes)), name, nodes, notes);
    }

    /** Of a dataset of which no index is asked. */
    public DatasetDirectory(DatasetName name, Map<String, TreeSet<String>> facets) {
        this(new DrsLayout(name, facets), name, List.of(), new NoteBook());
    }

    private DatasetDirectory(DrsLayout layout, DatasetName name, List<ToldNode> nodes, NoteBook notes) {
        this.hasVariableBelowVersion = layout.hasVariableBelowVersion();
        Majority<String> proposed = proposed(layout, name, nodes, notes);
        if (!proposed.isEmpty()) {
            path = Optional.of(proposed.winner());
            String others = proposed.isUnanimous() ? "" : "; proposed are " + proposed.shown();
            notes.choice("DIRECTORY", "", "the directory is the one that indexes propose" + others);
            return;
        }
        Optional<String> made = layout.directory();
        if (made.isPresent()) {
            notes.choice("DIRECTORY", "", "the directory is made of the name, as its project does it");
            path = made;
            return;
        }
        path = layout.plainDirectory();
        if (path.isPresent()) {
            notes.choice(
                    "DIRECTORY",
                    "",
                    "neither an index nor the rules of its project tell the directory; the whole name is one directory");
        } else {
            notes.finding("NO_PATH", "", "no safe path can be made of the name of the dataset");
        }
    }

    private static Map<String, TreeSet<String>> facets(List<ToldNode> nodes) {
        Map<String, TreeSet<String>> facets = new TreeMap<>();
        for (ToldNode node : nodes) {
            for (ClaimedDataset record : node.records()) {
                record.facets()
                        .forEach((facet, values) -> facets.computeIfAbsent(facet, name -> new TreeSet<>())
                                .addAll(values));
            }
        }
        return facets;
    }

    private static Majority<String> proposed(DrsLayout layout, DatasetName name, List<ToldNode> nodes, NoteBook notes) {
        Majority<String> proposed = new Majority<>();
        for (int rank = 0; rank < nodes.size(); rank++) {
            ToldNode node = nodes.get(rank);
            TreeSet<String> directories = new TreeSet<>();
            for (ToldFile file : node.files().values()) {
                for (String hint : file.paths()) {
                    Optional<String> directory = layout.directoryOfHint(hint);
                    directory.ifPresent(directories::add);
                    if (directory.isEmpty()) {
                        notes.finding(
                                "PATH_UNUSABLE",
                                node.name(),
                                "a proposed path is not taken: it is unsafe, or not that of " + name.instanceId());
                    }
                }
            }
            int rankOf = node.isOriginal() ? 0 : 1 + rank;
            directories.forEach(directory -> proposed.add(directory, rankOf));
        }
        return proposed;
    }

    /** Down to the version; empty if no safe one can be made. */
    Optional<String> path() {
        return path;
    }

    /** Path of a file below an export; empty if its name is not safe. */
    public Optional<String> filePath(String fileName) {
        if (path.isEmpty() || !PathSegment.isSafe(fileName)) return Optional.empty();
        String variable = hasVariableBelowVersion ? variable(fileName) : "";
        String whole = path.get() + "/" + (variable.isEmpty() ? "" : variable + "/") + fileName;
        return whole.length() <= PathSegment.PATH_LENGTH_MAX ? Optional.of(whole) : Optional.empty();
    }

    /** Returns the part before the first underscore, as in {@code tas_Amon_..}. */
    private static String variable(String fileName) {
        int end = fileName.indexOf('_');
        return end < 1 ? "" : fileName.substring(0, end);
    }
}
