package org.bdm.server.dataset.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsProject;
import org.bdm.server.drs.DrsValues;

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
        Optional<Map<String, String>> values = DrsValues.of(name, facets);
        if (values.isEmpty()) return Optional.empty();
        List<String> directories = new ArrayList<>(values.get().values());
        directories.set(0, project.get().directory());
        if (project.get() == DrsProject.CORDEX) {
            String institute = directories.get(INSTITUTE_OF_CORDEX) + "-";
            String model = directories.get(MODEL_OF_CORDEX);
            if (!model.startsWith(institute)) directories.set(MODEL_OF_CORDEX, institute + model);
        }
        directories.add("v" + name.version());
        return safe(directories);
    }

    /** The project, the whole name without version, the version: for names that fit no known project. */
    Optional<String> plainDirectory() {
        String master = name.masterId();
        int dot = master.indexOf('.');
        String first = project.map(DrsProject::directory).orElse(dot < 0 ? master : master.substring(0, dot));
        String version = name.version().isEmpty() ? "unversioned" : "v" + name.version();
        return safe(List.of(first, master, version));
    }

    /**
     * The directory of this version in a path that an index proposes for a file; empty unless it is safe, begins with the project, ends with
     * this version, and has the values of the name. The directory of the project is spelled in one way, whoever proposes it.
     */
    Optional<String> directoryOfHint(String hint) {
        List<String> parts = new ArrayList<>(Arrays.asList(hint.split("/", -1)));
        int version = parts.lastIndexOf("v" + name.version());
        boolean isBelow = version > 0 && version < parts.size() - 1;
        if (!isBelow || !parts.stream().allMatch(PathSegment::isSafe)) return Optional.empty();
        List<String> directories = parts.subList(0, version + 1);
        if (project.isEmpty()) return safe(directories);
        if (!project.get().directory().equalsIgnoreCase(directories.get(0)) || !fits(directories)) {
            return Optional.empty();
        }
        directories.set(0, project.get().directory());
        return safe(directories);
    }

    /** True if these are the directories made of the name; if it cannot be taken apart, whether they are a way to do it. */
    private boolean fits(List<String> directories) {
        Optional<String> made = directory();
        List<String> values = directories.subList(0, directories.size() - 1);
        boolean isName = String.join(".", values).equalsIgnoreCase(name.masterId());
        if (made.isPresent()) return String.join("/", directories).equalsIgnoreCase(made.get());
        return isName && DrsValues.arePlausible(project.orElseThrow(), values);
    }

    private static Optional<String> safe(List<String> directories) {
        String path = String.join("/", directories);
        boolean isSafe = directories.stream().allMatch(PathSegment::isSafe)
                && path.length() + PathSegment.FILE_LENGTH_MAX <= PathSegment.PATH_LENGTH_MAX;
        return isSafe ? Optional.of(path) : Optional.empty();
    }
}
