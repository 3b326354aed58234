package org.bdm.server.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsProject;

/**
 * The directories of a dataset version by the data reference syntax of its project. Names are never simply cut at their dots: values may
 * hold dots themselves. Immutable.
 */
final class DrsLayout {
    private static final int INSTITUTE_OF_CORDEX = 3;
    private static final int MODEL_OF_CORDEX = 7;

    private final DatasetName name;
    private final Map<String, TreeSet<String>> facets;
    private final Optional<DrsProject> project;

    /**
     * The layout of one dataset version.
     *
     * @param facets values that indexes claim, by the name of the facet
     */
    DrsLayout(DatasetName name, Map<String, TreeSet<String>> facets) {
        this.name = name;
        this.facets = facets;
        int dot = name.masterId().indexOf('.');
        this.project = dot < 0
                ? Optional.empty()
                : Optional.ofNullable(DrsProject.of(name.masterId().substring(0, dot)));
    }

    boolean hasVariableBelowVersion() {
        return project.map(DrsProject::hasVariableBelowVersion).orElse(false);
    }

    /** Made of the name; empty if the project is not known, the name does not fit it, or a part of it is not safe. */
    Optional<String> directory() {
        if (project.isEmpty() || name.version().isEmpty()) return Optional.empty();
        Optional<List<String>> values = values(project.get());
        if (values.isEmpty()) return Optional.empty();
        List<String> directories = new ArrayList<>(values.get());
        if (project.get() == DrsProject.CORDEX) {
            String institute = directories.get(INSTITUTE_OF_CORDEX) + "-";
            String model = directories.get(MODEL_OF_CORDEX);
            if (!model.startsWith(institute)) directories.set(MODEL_OF_CORDEX, institute + model);
        }
        directories.add("v" + name.version());
        return safe(directories);
    }

    /** One value for each facet; where the name has more dots than facets need, the claimed values tell which belong together. */
    private Optional<List<String>> values(DrsProject known) {
        List<String> parts = List.of(name.masterId().split("\\.", -1));
        if (parts.size() == known.facets().size()) return Optional.of(parts);
        List<String> values = new ArrayList<>();
        int at = 0;
        for (String facet : known.facets()) {
            int end = at < parts.size() ? end(parts, at, facets.getOrDefault(facet, new TreeSet<>())) : -1;
            if (end < 0) return Optional.empty();
            values.add(String.join(".", parts.subList(at, end)));
            at = end;
        }
        return at == parts.size() ? Optional.of(values) : Optional.empty();
    }

    /** Behind the longest run of parts from {@code at} on that is one of the values; behind one part if none is. */
    private static int end(List<String> parts, int at, TreeSet<String> values) {
        for (int end = parts.size(); end > at + 1; end--) {
            String run = String.join(".", parts.subList(at, end));
            if (values.stream().anyMatch(run::equalsIgnoreCase)) return end;
        }
        return at + 1;
    }

    /** The project, the whole name without version, the version: for names that fit no known project. */
    Optional<String> plainDirectory() {
        String master = name.masterId();
        int dot = master.indexOf('.');
        String first = dot < 0 ? master : master.substring(0, dot);
        String version = name.version().isEmpty() ? "unversioned" : "v" + name.version();
        return safe(List.of(first, master, version));
    }

    /**
     * The directory of this version in a path that an index proposes for a file; empty unless it is safe, begins with the project, ends with
     * this version, and has as many directories as the project has.
     */
    Optional<String> directoryOfHint(String hint) {
        List<String> parts = new ArrayList<>(Arrays.asList(hint.split("/", -1)));
        int version = parts.lastIndexOf("v" + name.version());
        boolean isBelow = version > 0 && version < parts.size() - 1;
        if (!isBelow || !parts.stream().allMatch(PathSegment::isSafe)) return Optional.empty();
        List<String> directories = parts.subList(0, version + 1);
        if (project.isPresent() && !fits(directories)) return Optional.empty();
        return safe(directories);
    }

    private boolean fits(List<String> directories) {
        int version = directories.size() - 1;
        if (version != project.orElseThrow().facets().size()) return false;
        boolean isName = String.join(".", directories.subList(0, version)).equalsIgnoreCase(name.masterId());
        return isName
                || directory()
                        .filter(String.join("/", directories)::equalsIgnoreCase)
                        .isPresent();
    }

    private static Optional<String> safe(List<String> directories) {
        String path = String.join("/", directories);
        boolean isSafe = directories.stream().allMatch(PathSegment::isSafe)
                && path.length() + PathSegment.FILE_LENGTH_MAX <= PathSegment.PATH_LENGTH_MAX;
        return isSafe ? Optional.of(path) : Optional.empty();
    }
}
