package org.bdm.server.discovery;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a dataset as indexes write it: {@code master.v20191207}, the older {@code master#20191207}, both with {@code |node} or without.
 *
 * @param masterId without version
 * @param version digits; empty if the name has none
 * @param dataNode in the spelling of the index
 */
record DatasetName(String masterId, Optional<String> version, Optional<String> dataNode) {
    private static final int LENGTH_MAX = 1024;
    private static final Pattern NAME = Pattern.compile("[\\p{Alnum}_(),+:%=\\-]++(?:\\.[\\p{Alnum}_(),+:%=\\-]++)*+");
    private static final Pattern VERSIONED = Pattern.compile("(.+?)(?:\\.v|#v?)(\\d{1,18})");

    /** Reads one; empty for what cannot be the name of a dataset. */
    static Optional<DatasetName> of(String written) {
        String text = written.strip();
        int bar = text.indexOf('|');
        String node = bar < 0 ? "" : text.substring(bar + 1).strip();
        String name = bar < 0 ? text : text.substring(0, bar).strip();
        if (name.length() > LENGTH_MAX) return Optional.empty();
        Matcher versioned = VERSIONED.matcher(name);
        boolean hasVersion = versioned.matches();
        String master = hasVersion ? versioned.group(1) : name;
        if (!NAME.matcher(master).matches()) return Optional.empty();
        return Optional.of(new DatasetName(
                master,
                hasVersion ? Optional.of(versioned.group(2)) : Optional.empty(),
                node.isEmpty() ? Optional.empty() : Optional.of(node)));
    }

    /** With the version, without the node. */
    String instanceId() {
        return version.map(digits -> masterId + ".v" + digits).orElse(masterId);
    }
}
