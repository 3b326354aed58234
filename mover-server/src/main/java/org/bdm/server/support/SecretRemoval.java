package org.bdm.server.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from lines of text: those that are known word for word, and whatever looks like one. Removes too much rather than too
 * little. Every repetition in a pattern is bounded or cannot be tried twice, since a line may be long and may come from outside. Belongs to one text and one thread, since a private key has many lines.
 */
final class SecretRemoval {
    private static final String REMOVED = "[removed]";

    /** A shorter word could be a part of any other; a setting whose name says that it is a secret is removed at any length. */
    private static final int KNOWN_LENGTH_MIN = 5;

    private static final Pattern KEY_BEGIN = Pattern.compile("-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----");
    private static final Pattern KEY_END = Pattern.compile("-----END [A-Z0-9 ]*PRIVATE KEY-----");
    private static final Pattern KEY_BODY = Pattern.compile("[\\s\"',\\\\A-Za-z0-9+/=:-]*");

    /** A name that says that its value is a secret, possibly in quotes, then the value, possibly in quotes. */
    private static final Pattern NAMED = Pattern.compile(
            "((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|signature|jaas|cookie"
                    + "|authorization|x-amz-[a-z-]{1,60}|[?&;](?:key|sig|code|auth|session|sid))[a-z0-9_.-]{0,60}\\\\?[\"']?\\s{0,20}[=:]\\s{0,20})"
                    + "(?!\\[removed)(?:\\\\?\"[^\"\\\\]*+(?:\\\\[^\"][^\"\\\\]*+){0,200}\\\\?\"|'[^']*'|(?:bearer |basic )?[^\\s\"',;&}\\])]+)",
            Pattern.CASE_INSENSITIVE);

    /** Names whose values are no secrets: options with the name of a file, and the line of a source file in a stack trace. */
    private static final Pattern HARMLESS_NAME =
            Pattern.compile(".*(?:[-_]file|\\.java)\\\\?[\"']?\\s*[=:]\\s*", Pattern.CASE_INSENSITIVE);

    /** A line that is a header of credentials ends with them. */
    private static final Pattern HEADER =
            Pattern.compile("((?:proxy-)?authorization|(?:set-)?cookie)(\\s*[:=]\\s*)[^\"]*", Pattern.CASE_INSENSITIVE);

    private static final List<Shape> SHAPES = List.of(
            // whatever follows a JDBC URL may be a password
            new Shape("(jdbc:[a-z0-9]{1,40}:[^\\s?;\"',]{0,2000})[?;][^\\s\"',]*", "$1?" + REMOVED),
            new Shape("([a-z][a-z0-9+.-]{0,30}://)[^/\\s@\"']+@", "$1" + REMOVED + "@"),
            new Shape("\\b(bearer|basic)\\s+[A-Za-z0-9._~+/=-]{8,}", "$1 " + REMOVED),
            // access tokens and invitations of the mover; names of metrics begin alike, and have neither digits nor
            // capitals
            new Shape("\\bbdm1_[A-Za-z0-9_-]+", REMOVED),
            new Shape("\\bbdm_(?-i:(?=[a-z_-]{0,100}[A-Z0-9])[A-Za-z0-9_-]{20,})", REMOVED),
            // JSON Web Tokens, as data nodes and identity providers give them
            new Shape("\\beyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){1,4}", REMOVED));

    private final List<String> known;
    private boolean isInKey;

    /** Removes these, too. */
    SecretRemoval(Collection<String> known) {
        List<String> longestFirst = new ArrayList<>(known);
        for (String secret : known) longestFirst.add(inJson(secret));
        longestFirst.removeIf(secret -> secret.length() < KNOWN_LENGTH_MIN);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        this.known = List.copyOf(longestFirst);
    }

    private static String inJson(String secret) {
        return secret.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static final class Shape {
        private final Pattern pattern;
        private final String instead;

        Shape(String pattern, String instead) {
            this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
            this.instead = instead;
        }

        String removedFrom(String line) {
            return pattern.matcher(line).replaceAll(instead);
        }
    }

    /** The line without secrets; lines are given in their order. */
    String removedFrom(String line) {
        String text = withoutKey(line);
        for (String secret : known) text = text.replace(secret, REMOVED);
        for (Shape shape : SHAPES) text = shape.removedFrom(text);
        text = HEADER.matcher(text).replaceAll("$1$2" + REMOVED);
        return NAMED.matcher(text).replaceAll(SecretRemoval::withoutValue);
    }

    private static String withoutValue(MatchResult named) {
        String name = named.group(1);
        boolean isHarmless = HARMLESS_NAME.matcher(name).matches();
        return Matcher.quoteReplacement(isHarmless ? named.group() : name + REMOVED);
    }

    /** Private keys in PEM, in one line or in many. */
    private String withoutKey(String line) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (true) {
            if (isInKey) {
                Matcher end = KEY_END.matcher(line);
                if (!end.find(from)) {
                    boolean isOfKey = KEY_BODY.matcher(line.substring(from)).matches();
                    if (isOfKey || from > 0) return text.toString();
                    isInKey = false; // the key was cut off: what follows is text again
                } else {
                    from = end.end();
                    isInKey = false;
                }
            }
            Matcher begin = KEY_BEGIN.matcher(line);
            if (!begin.find(from)) return text.append(line.substring(from)).toString();
            text.append(line, from, begin.start()).append(REMOVED);
            from = begin.end();
            isInKey = true;
        }
    }
}
