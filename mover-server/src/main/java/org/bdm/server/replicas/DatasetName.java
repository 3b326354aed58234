package org.bdm.server.replicas;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a dataset version, taken apart at its version and nowhere else: values may hold dots.
 *
 * @param masterId without the version
 * @param version digits without {@code v}; empty if the name has none
 */
public record DatasetName(String masterId, String version) {
    private static final Pattern VERSIONED = Pattern.compile("(.+?)(?:\\.v|#v?)(\\d{1,18})");

    /** Reads {@code a.b.v20191207}, {@code a.b#20191207} and both with {@code |node} behind them. */
    public static DatasetName of(String instanceId) {
        int node = instanceId.indexOf('|');
        String name = node < 0 ? instanceId : instanceId.substring(0, node);
        Matcher versioned = VERSIONED.matcher(name);
        return versioned.matches()
                ? new DatasetName(versioned.group(1), versioned.group(2))
                : new DatasetName(name, "");
    }

    /** The name with its version. */
    public String instanceId() {
        return version.isEmpty() ? masterId : masterId + ".v" + version;
    }

    /** What names that differ only in case have in common. */
    public String key() {
        return instanceId().toLowerCase(Locale.ROOT);
    }

    /** Versions in their order: 20190429 is after 1. */
    static int compareVersions(String left, String right) {
        String a = left.replaceFirst("^0+", "");
        String b = right.replaceFirst("^0+", "");
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }
}
