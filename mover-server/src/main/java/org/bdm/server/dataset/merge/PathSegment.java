package org.bdm.server.dataset.merge;

import java.util.regex.Pattern;
import org.bdm.core.store.ReservedName;

/** One part of a path that strangers proposed: letters of the field only, so that it cannot lead anywhere else. */
public final class PathSegment {
    public static final int PATH_LENGTH_MAX = 2_000;

    static final int FILE_LENGTH_MAX = 255;
    private static final Pattern LETTERS = Pattern.compile("[A-Za-z0-9._()+,-]++");

    private PathSegment() {}

    public static boolean isSafe(String segment) {
        return segment.length() <= FILE_LENGTH_MAX
                && LETTERS.matcher(segment).matches()
                && !segment.equals(".")
                && !segment.equals("..")
                && !ReservedName.is(segment);
    }
}
