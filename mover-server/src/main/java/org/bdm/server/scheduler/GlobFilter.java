package org.bdm.server.scheduler;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;

/**
 * Chooses files by globs, as rsync users know them: {@code *} within a name, {@code **} over names, {@code ?}, {@code [abc]}, {@code {a,b}}. A glob
 * without a slash is matched against the last name, any other against the path below the source. Names are matched in their shown form.
 */
public final class GlobFilter {
    private final List<Glob> include;
    private final List<Glob> exclude;

    /**
     * Reads the globs.
     *
     * @throws MoverException INVALID_REQUEST for one that is none
     */
    public GlobFilter(List<String> include, List<String> exclude) {
        this.include = include.stream().map(Glob::of).toList();
        this.exclude = exclude.stream().map(Glob::of).toList();
    }

    /** Whether a file at this path is taken. */
    public boolean takesFile(StorePath path) {
        return exclude.stream().noneMatch(glob -> glob.matches(path))
                && (include.isEmpty() || include.stream().anyMatch(glob -> glob.matches(path)));
    }

    /** Whether a directory is entered: include globs speak of files only. */
    public boolean entersDirectory(StorePath path) {
        return exclude.stream().noneMatch(glob -> glob.matches(path));
    }

    /** Whether empty directories are wanted: not when files are picked by name. */
    public boolean takesAllDirectories() {
        return include.isEmpty();
    }

    private record Glob(Pattern pattern, boolean onWholePath) {
        static Glob of(String text) {
            String glob = text.startsWith("/") ? text.substring(1) : text;
            try {
                return new Glob(Pattern.compile(regex(glob), Pattern.DOTALL), text.contains("/"));
            } catch (PatternSyntaxException e) {
                throw new MoverException(ErrorCode.INVALID_REQUEST, "'" + text + "' is no glob", e);
            }
        }

        boolean matches(StorePath path) {
            if (path.isRoot()) return false;
            return pattern.matcher(onWholePath ? path.shown() : path.name().shown())
                    .matches();
        }

        private static String regex(String glob) {
            StringBuilder regex = new StringBuilder();
            int braces = 0;
            for (int i = 0; i < glob.length(); i++) {
                char c = glob.charAt(i);
                if (c == '*' && glob.startsWith("**/", i)) {
                    regex.append("(?:.*/)?");
                    i += 2;
                } else if (c == '*' && glob.startsWith("**", i)) {
                    regex.append(".*");
                    i++;
                } else if (c == '*') {
                    regex.append("[^/]*");
                } else if (c == '?') {
                    regex.append("[^/]");
                } else if (c == '{') {
                    braces++;
                    regex.append("(?:");
                } else if (c == '}' && braces > 0) {
                    braces--;
                    regex.append(')');
                } else if (c == ',' && braces > 0) {
                    regex.append('|');
                } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
                    int end = glob.indexOf(']', i + 2);
                    String set = glob.substring(i + 1, end)
                            .replace("\\", "\\\\")
                            .replace("[", "\\[")
                            .replace("&&", "&\\&");
                    regex.append('[')
                            .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                            .append(']');
                    i = end;
                } else {
                    regex.append(Pattern.quote(String.valueOf(c)));
                }
            }
            return regex.append(")".repeat(braces)).toString();
        }
    }
}
