package org.bdm.server.job.schedule;

import java.util.List;
import org.bdm.core.store.StorePath;

/**
 * Chooses files by globs, as rsync users know them: {@code *} within a name, {@code **} over names, {@code ?}, {@code [abc]}, {@code {a,b}}; only {@code **} takes a slash. A glob
 * without a slash is matched against the last name, any other against the path below the source. Names are matched in their shown form.
 */
public final class GlobFilter {
    private final List<Glob> include;
    private final List<Glob> exclude;

    /**
     * Reads the globs.
     *
     * @throws org.bdm.core.fault.MoverException INVALID_REQUEST for a malformed one
     */
    public GlobFilter(List<String> include, List<String> exclude) {
        this.include = include.stream().map(Glob::of).toList();
        this.exclude = exclude.stream().map(Glob::of).toList();
    }

    /** True if a file at this path is taken. */
    public boolean takesFile(StorePath path) {
        return exclude.stream().noneMatch(glob -> glob.matches(path))
                && (include.isEmpty() || include.stream().anyMatch(glob -> glob.matches(path)));
    }

    /** True if a directory is entered: it is not excluded, and a file below it could be included. */
    public boolean entersDirectory(StorePath path) {
        return exclude.stream().noneMatch(glob -> glob.matches(path))
                && (include.isEmpty() || include.stream().anyMatch(glob -> glob.mayMatchBelow(path)));
    }

    /** True if empty directories are wanted: not when files are picked by name. */
    public boolean takesAllDirectories() {
        return include.isEmpty();
    }

    private record Glob(GlobPattern pattern, boolean onWholePath) {
        static Glob of(String text) {
            return new Glob(new GlobPattern(text.startsWith("/") ? text.substring(1) : text), text.contains("/"));
        }

        boolean matches(StorePath path) {
            if (path.isRoot()) return false;
            return pattern.matches(onWholePath ? path.shown() : path.name().shown());
        }

        /** A glob of a name alone may match at any depth. */
        boolean mayMatchBelow(StorePath directory) {
            return !onWholePath || directory.isRoot() || pattern.mayMatchBelow(directory.shown());
        }
    }
}
