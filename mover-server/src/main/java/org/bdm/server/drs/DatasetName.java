package org.bdm.server.drs;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a dataset, taken apart at its version and nowhere else: values may hold dots. Written {@code master.v20191207}, or the older
 * {@code master#20191207}.
 *
 * @param masterId without the version
 * @param version digits without {@code v}; empty if the name has none
 */
public record DatasetName(String masterId, String version) {
    private static final int LENGTH_MAX = 1024;
    private static final int DATED = 2;
    private static final Pattern NUMBER = Pattern.compile("[vV]?\\d+");
    private static final Pattern NAME = Pattern.compile("[\\p{Alnum}_(),+:%=\\-]++(?:\\.[\\p{Alnum}_(),+:%=\\-]++)*+");
    private static final Pattern VERSIONED = Pattern.compile("(.+?)(?:\\.v|#v?)(\\d{1,18})");

    /** Reads one that strangers wrote; empty for what cannot be the name of a dataset. What follows {@code |} is left out. */
    public static Optional<DatasetName> read(String written) {
        if (written.length() > 2 * LENGTH_MAX) return Optional.empty();
        String name = withoutNode(written).strip();
        if (name.length() > LENGTH_MAX) return Optional.empty();
        DatasetName taken = takenApart(name);
        return NAME.matcher(taken.masterId).matches() ? Optional.of(taken) : Optional.empty();
    }

    /** Takes apart a name that was read before. */
    public static DatasetName of(String instanceId) {
        return takenApart(withoutNode(instanceId));
    }

    private static String withoutNode(String written) {
        int bar = written.indexOf('|');
        return bar < 0 ? written : written.substring(0, bar);
    }

    private static DatasetName takenApart(String name) {
        Matcher versioned = VERSIONED.matcher(name);
        return versioned.matches()
                ? new DatasetName(versioned.group(1), versioned.group(2))
                : new DatasetName(name, "");
    }

    /** True if it names one version. */
    public boolean hasVersion() {
        return !version.isEmpty();
    }

    /** The name of its directory, {@code v20191207}; empty if it has no version. */
    public Optional<String> versionDirectory() {
        return hasVersion() ? Optional.of("v" + version) : Optional.empty();
    }

    /** The name with its version, if it has one. */
    public String instanceId() {
        return hasVersion() ? masterId + ".v" + version : masterId;
    }

    /** Returns the same text for names that differ only in case. */
    public String key() {
        return instanceId().toLowerCase(Locale.ROOT);
    }

    /**
     * Compares versions in the order that everything here uses: texts that are no number, then plain numbers (1, 2, 10), then dates by their time:
     * 202001011200 is after 20200101, and before 20200102.
     */
    public static int compareVersions(String left, String right) {
        int kinds = Integer.compare(kind(left), kind(right));
        if (kinds != 0) return kinds;
        if (kind(left) == DATED) return VersionDay.compare(left, right);
        String a = left.replaceFirst("^[vV]?0*", "");
        String b = right.replaceFirst("^[vV]?0*", "");
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }

    private static int kind(String version) {
        if (VersionDay.of(version).isPresent()) return DATED;
        return NUMBER.matcher(version).matches() ? 1 : 0;
    }
}
