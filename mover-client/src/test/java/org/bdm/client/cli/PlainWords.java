package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Phrases that sound translated, and the words to write instead. */
final class PlainWords {
    private static final Map<String, String> BANNED = Map.ofEntries(
            Map.entry("\\bgo(es)? on with\\b", "continues, resumes"),
            Map.entry("\\b(is|are) told\\b", "reports, sends"),
            Map.entry("\\b(is|are) asked\\b", "queries"),
            Map.entry("\\bleft away\\b", "omitted"),
            Map.entry("worth nothing", "revoked"),
            Map.entry("past (its|their) time", "expired"),
            Map.entry("ended failed", "failed"),
            Map.entry("\\bmakes of\\b", "turns into"),
            Map.entry("\\b(is|are) no (number|name|address|path|file|directory|export|site|duration)\\b", "is not a"),
            Map.entry("to be believed", "valid"),
            Map.entry("This version does not do that", "what to do instead"),
            Map.entry("more to write than it takes", "the queue is full"),
            Map.entry("what limits it is", "limited by"),
            Map.entry("what (is|was) there\\b", "existing files"),
            Map.entry("\\btake[sn]? away\\b", "removes"),
            Map.entry("\\bno more until\\b", "until"));

    private static final Pattern WRONG_PLURAL =
            Pattern.compile("\\b1 (files|jobs|datasets|entries|lines|exports|sites|nodes|copies)\\b");

    private PlainWords() {}

    /** Returns the problems of a text, one sentence each; empty if there are none. */
    static List<String> problems(String text) {
        List<String> found = new ArrayList<>();
        BANNED.forEach((phrase, better) -> {
            if (Pattern.compile(phrase, Pattern.CASE_INSENSITIVE).matcher(text).find())
                found.add("'" + phrase + "', write: " + better);
        });
        if (WRONG_PLURAL.matcher(text).find()) found.add("a wrong plural");
        return found;
    }
}
