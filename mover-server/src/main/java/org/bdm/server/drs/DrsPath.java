package org.bdm.server.drs;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path, or the path of an address, in which the directories of a project were found.
 *
 * @param layout the facets of the directories, those that the path lacks too
 * @param directories from that of the project on, up to the version at most
 * @param version directory of the version; null if the path ends above it
 * @param rest what follows the version
 */
public record DrsPath(
        DrsProject project,
        List<String> layout,
        List<String> directories,
        @Nullable String version,
        List<String> rest) {
    private static final Pattern VERSION = Pattern.compile("v\\d{1,8}");
    private static final Pattern FILE = Pattern.compile(".+\\.nc(?:_\\d+)?");
    private static final int DIRECTORIES_MIN = 2;

    /** Null if there are no directories of a known project. Roots before them, also those that bear the same name, are passed over. */
    public static @Nullable DrsPath of(String path) {
        List<String> parts = Arrays.stream(path.split("/"))
                .filter(part -> !part.isEmpty() && !part.equals("."))
                .toList();
        for (int i = parts.size() - 1; i >= 0; i--) {
            DrsPath whole = downToVersion(parts, i);
            if (whole != null) return whole;
        }
        for (int i = 0; i < parts.size(); i++) {
            DrsProject project = DrsProject.of(parts.get(i));
            boolean isRoot = i + 1 < parts.size() && parts.get(i).equalsIgnoreCase(parts.get(i + 1));
            if (project == null || isRoot) continue;
            List<String> directories = parts.subList(i, parts.size());
            boolean fits = directories.size() >= DIRECTORIES_MIN
                    && directories.size() <= project.facets().size();
            return fits ? new DrsPath(project, project.facets(), directories, null, List.of()) : null;
        }
        return null;
    }

    private static @Nullable DrsPath downToVersion(List<String> parts, int first) {
        DrsProject project = DrsProject.of(parts.get(first));
        if (project == null) return null;
        for (List<String> layout : project.layouts()) {
            int version = first + layout.size();
            if (version >= parts.size() || !VERSION.matcher(parts.get(version)).matches()) continue;
            return new DrsPath(
                    project,
                    layout,
                    parts.subList(first, version),
                    parts.get(version),
                    parts.subList(version + 1, parts.size()));
        }
        return null;
    }

    /** Null if the path ends above the version, or a directory has what no name of a dataset has. */
    public @Nullable DatasetName dataset() {
        if (version == null) return null;
        return DatasetName.read(String.join(".", facets().values()) + "." + version)
                .orElse(null);
    }

    /** The facets that the directories tell, in their order. */
    public Map<String, String> facets() {
        Map<String, String> facets = new LinkedHashMap<>();
        for (int i = 0; i < directories.size(); i++) {
            facets.put(layout.get(i), project.value(directories, i));
        }
        return facets;
    }

    public boolean isFile() {
        return !rest.isEmpty() && FILE.matcher(rest.get(rest.size() - 1)).matches();
    }

    /** True if it is the dataset itself, not something inside it. */
    public boolean isWholeDataset() {
        return version != null
                && (rest.isEmpty() || (project.hasVariableBelowVersion() && rest.size() == 1 && !isFile()));
    }

    /** The dataset of a file, from the first of its paths that tells one. */
    public static @Nullable DatasetName datasetOf(String... paths) {
        for (String path : paths) {
            DrsPath found = of(path);
            DatasetName dataset = found == null ? null : found.dataset();
            if (dataset != null) return dataset;
        }
        return null;
    }
}
