package org.bdm.server.interchange;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a dataset, in the spelling of the index ({@code instance_id}).
 *
 * @param name without the version ({@code master_id}); its parts are not told apart, since values may hold dots
 * @param version {@code v20191207}, or {@code v1}; null for whichever is the latest
 */
public record DatasetId(String name, @Nullable String version) {
    private static final int LENGTH_MAX = 1024;
    private static final Pattern NAME = Pattern.compile("[\\w(),+:%-]+(?:\\.[\\w(),+:%-]+){2,}");
    private static final Pattern VERSIONED = Pattern.compile("(.+?)(?:\\.v|#v?)(\\d{1,8})");

    /**
     * Reads {@code a.b.c}, {@code a.b.c.v20191207} and the older {@code a.b.c#20191207}.
     *
     * @throws RefusedLine for anything else
     */
    static DatasetId parse(String text) throws RefusedLine {
        if (text.length() > LENGTH_MAX) throw new RefusedLine("the dataset id is longer than " + LENGTH_MAX);
        Matcher versioned = VERSIONED.matcher(text);
        boolean hasVersion = versioned.matches();
        String name = hasVersion ? versioned.group(1) : text;
        if (!NAME.matcher(name).matches()) throw new RefusedLine(QuotedText.of(text) + " is no dataset id");
        return new DatasetId(name, hasVersion ? "v" + versioned.group(2) : null);
    }

    /** Whether this may be the name of a dataset at all. */
    static boolean fits(String name) {
        return name.length() <= LENGTH_MAX && NAME.matcher(name).matches();
    }

    /** The dataset of a file, told by the directories of its path down to the version; null if they tell none. */
    public static @Nullable DatasetId ofPath(String path) {
        return DrsPath.datasetOf(path);
    }

    /** With the version, if it is known. */
    public String text() {
        return version == null ? name : name + "." + version;
    }
}
