package org.bdm.server.site.opening;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * A part of an iCalendar text from BEGIN to END: its lines, and the parts in it. Lines are unfolded, names and parameters in capitals, values as they
 * are written. Lists may be added to while the text is read.
 */
record CalendarComponent(String name, List<Line> lines, List<CalendarComponent> parts) {
    private static final int DEPTH_MAX = 10;

    /**
     * One line.
     *
     * @param parameters by name; without quotation marks
     */
    record Line(String name, Map<String, String> parameters, String value) {
        /** The text as other readers take it. */
        String written() {
            StringBuilder text = new StringBuilder(name);
            parameters.forEach((key, said) ->
                    text.append(';').append(key).append("=\"").append(said).append('"'));
            return text.append(':').append(value).toString();
        }

        String parameter(String key) {
            return parameters.getOrDefault(key, "");
        }
    }

    /** The parts at the top. */
    static List<CalendarComponent> read(String text) {
        CalendarComponent top = new CalendarComponent("", new ArrayList<>(), new ArrayList<>());
        Deque<CalendarComponent> open = new ArrayDeque<>(List.of(top));
        for (String content : unfolded(text)) {
            if (content.isBlank()) continue;
            Line line = line(content);
            CalendarComponent inner = open.element();
            if (line.name().equals("BEGIN")) {
                if (open.size() > DEPTH_MAX) throw invalid("the calendar has parts in parts in parts");
                CalendarComponent part = new CalendarComponent(
                        line.value().strip().toUpperCase(Locale.ROOT), new ArrayList<>(), new ArrayList<>());
                inner.parts().add(part);
                open.push(part);
            } else if (line.name().equals("END")) {
                if (!line.value().strip().equalsIgnoreCase(inner.name()) || open.size() == 1) {
                    throw invalid("the calendar has 'END:" + shown(line.value()) + "' where "
                            + (inner.name().isEmpty() ? "nothing" : inner.name()) + " ends");
                }
                open.pop();
            } else {
                inner.lines().add(line);
            }
        }
        if (open.size() > 1) {
            throw invalid("the calendar is cut off: " + open.element().name() + " has no END");
        }
        return top.parts();
    }

    private static List<String> unfolded(String text) {
        List<String> contents = new ArrayList<>();
        StringBuilder content = new StringBuilder();
        String whole = text.startsWith("\uFEFF") ? text.substring(1) : text;
        for (String line : whole.split("\r\n|\n|\r", -1)) {
            boolean isContinued = line.startsWith(" ") || line.startsWith("\t");
            if (isContinued) {
                content.append(line, 1, line.length());
            } else {
                contents.add(content.toString());
                content = new StringBuilder(line);
            }
        }
        contents.add(content.toString());
        return contents;
    }

    private static Line line(String content) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int at = endOfWord(content, 0);
        String name = content.substring(0, at).strip().toUpperCase(Locale.ROOT);
        if (name.contains(".")) name = name.substring(name.lastIndexOf('.') + 1); // a group, as in vCard
        while (at < content.length() && content.charAt(at) == ';') {
            int end = endOfWord(content, at + 1);
            String parameter = content.substring(at + 1, end);
            int equals = parameter.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        parameter.substring(0, equals).strip().toUpperCase(Locale.ROOT),
                        parameter.substring(equals + 1).replace("\"", "").strip());
            }
            at = end;
        }
        return new Line(name, parameters, at < content.length() ? content.substring(at + 1) : "");
    }

    /** The next colon or semicolon that is not within quotation marks. */
    private static int endOfWord(String content, int from) {
        boolean isQuoted = false;
        for (int at = from; at < content.length(); at++) {
            char c = content.charAt(at);
            if (c == '"') isQuoted = !isQuoted;
            if (!isQuoted && (c == ':' || c == ';')) return at;
        }
        return content.length();
    }

    /** Lines of this name. */
    List<Line> all(String wanted) {
        return lines.stream().filter(line -> line.name().equals(wanted)).toList();
    }

    /** The first line of this name. */
    Optional<Line> first(String wanted) {
        return lines.stream().filter(line -> line.name().equals(wanted)).findFirst();
    }

    /** The text of the first line of this name, for people: without escapes and control characters; empty if there is none. */
    String text(String wanted) {
        return first(wanted)
                .map(line -> line.value()
                        .replaceAll("\\\\[nN]", " ")
                        .replaceAll("\\\\(.)", "$1")
                        .replaceAll("\\p{Cntrl}+", " ")
                        .strip())
                .orElse("");
    }

    /** The first line of this name as a word in capitals; empty if there is none. */
    String word(String wanted) {
        return first(wanted)
                .map(line -> line.value().strip().toUpperCase(Locale.ROOT))
                .orElse("");
    }

    /** The text as other readers take it. */
    String written() {
        StringBuilder text = new StringBuilder("BEGIN:" + name + "\r\n");
        lines.forEach(line -> text.append(line.written()).append("\r\n"));
        parts.forEach(part -> text.append(part.written()));
        return text.append("END:").append(name).append("\r\n").toString();
    }

    private static String shown(String text) {
        String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return plain.length() > 100 ? plain.substring(0, 100) + ".." : plain;
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
