package org.bdm.server.api.site;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.catalog.site.AuditEntry;
import org.bdm.server.message.ProblemText;

/** Tells lines of the audit log in words: {@code limited the link from north to south: 2 Gbit/s = 250 MB/s}. Pure. */
final class AuditWords {
    private static final Pattern ADDRESS = Pattern.compile("^/api/v1/[a-z-]+/"); // of what was made: its id is enough
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    private final Function<String, Optional<String>> did;

    /** With the words of each change by a route, found by its method and pattern; what stands in braces is taken from the address that was called. */
    AuditWords(Function<String, Optional<String>> did) {
        this.did = did;
    }

    /** Returns what was done, without who did it: in words if there are any, else as it was logged. */
    String of(AuditEntry line) {
        String words = words(line.action(), line.object());
        String detail = line.detail().isEmpty()
                ? ""
                : ": " + ADDRESS.matcher(line.detail()).replaceFirst("");
        boolean isDone = line.result().equals("OK") || line.result().matches("2\\d\\d");
        return words + detail + (isDone ? "" : " (failed: " + line.result() + ")");
    }

    private String words(String action, String object) {
        Optional<String> pattern = did.apply(action);
        if (pattern.isEmpty()) return (action + " " + object).strip();
        String[] names = action.substring(action.indexOf(' ') + 1).split("/");
        String[] values = object.split("[?]", 2)[0].split("/");
        StringBuilder words = new StringBuilder();
        Matcher variable = VARIABLE.matcher(pattern.get());
        while (variable.find())
            variable.appendReplacement(words, Matcher.quoteReplacement(value(variable.group(), names, values)));
        return variable.appendTail(words).toString();
    }

    private static String value(String variable, String[] names, String[] values) {
        for (int at = 0; at < Math.min(names.length, values.length); at++) {
            if (names[at].equals(variable)) return decoded(values[at]);
        }
        return "-";
    }

    private static String decoded(String segment) {
        try {
            return ProblemText.shown(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return segment; // an address that was refused for it
        }
    }
}
