package org.bdm.server.drs;

import java.util.Locale;
import java.util.Set;

/**
 * The kind of constraint that a name in a stranger's query stands for. Only what is a facet of datasets may be asked of an index as a facet: a name of another kind
 * would be passed over by an index, or by the job, and the query would find more than was asked for.
 */
public enum QueryTerm {
    /** A value that records of datasets hold. Names that are not known are facets: projects make their own. */
    FACET,
    /** True or false: which records of a dataset are meant. */
    FLAG,
    /** Another setting of a search that narrows it. */
    SETTING,
    /** Picks single files, or parts of them, inside of a dataset. */
    FILES,
    /** Terms that choose the form of the answer and the servers asked. */
    ANSWER;

    private static final Set<String> FLAGS = Set.of("latest", "replica", "retracted", "distrib");
    private static final Set<String> SETTINGS = Set.of("query", "from", "to", "min_version", "max_version");
    private static final Set<String> OF_FILES = Set.of(
            "filename",
            "file_name",
            "filenames",
            "file",
            "file_id",
            "file_functional_id",
            "title",
            "checksum",
            "checksum_type",
            "tracking_id",
            "timeslice",
            "start",
            "end",
            "bbox",
            "lat",
            "lon",
            "location",
            "radius",
            "polygon",
            "datetime",
            "datetime_start",
            "datetime_stop");
    private static final Set<String> OF_ANSWERS = Set.of(
            "offset",
            "limit",
            "format",
            "facets",
            "fields",
            "sort",
            "type",
            "shards",
            "download_structure",
            "download_emptypath",
            "simple");

    /** Returns the meaning of a name, without regard to case. */
    public static QueryTerm of(String name) {
        String plain = name.strip().toLowerCase(Locale.ROOT);
        if (FLAGS.contains(plain)) return FLAG;
        if (SETTINGS.contains(plain)) return SETTING;
        if (OF_FILES.contains(plain)) return FILES;
        return OF_ANSWERS.contains(plain) ? ANSWER : FACET;
    }
}
