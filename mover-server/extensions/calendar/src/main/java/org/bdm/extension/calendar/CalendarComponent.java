package org.bdm.extension.calendar;

import com.github.mangstadt.vinnie.VObjectProperty;
import com.github.mangstadt.vinnie.io.Context;
import com.github.mangstadt.vinnie.io.SyntaxRules;
import com.github.mangstadt.vinnie.io.VObjectDataListener;
import com.github.mangstadt.vinnie.io.VObjectReader;
import com.github.mangstadt.vinnie.io.Warning;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
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
import org.jspecify.annotations.Nullable;

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

    /** The parts at the top; INVALID_REQUEST for a text that is none, or that is cut off. */
    static List<CalendarComponent> read(String text) {
        String whole = text.startsWith("\uFEFF") ? text.substring(1) : text;
        Parts parts = new Parts();
        try (VObjectReader reader = new VObjectReader(new StringReader(whole), SyntaxRules.iCalendar())) {
            reader.parse(parts);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a text in memory
        }
        return parts.all();
    }

    /** Puts together what the reader of lines finds. */
    private static final class Parts implements VObjectDataListener {
        private final Deque<CalendarComponent> open = new ArrayDeque<>(List.of(part("")));

        private static CalendarComponent part(String name) {
            return new CalendarComponent(name, new ArrayList<>(), new ArrayList<>());
        }

        List<CalendarComponent> all() {
            if (open.size() > 1) {
                throw invalid("the calendar is cut off: " + open.element().name() + " has no END");
            }
            return open.element().parts();
        }

        @Override
        public void onComponentBegin(String name, Context context) {
            if (open.size() > DEPTH_MAX) throw invalid("the calendar has parts in parts in parts");
            CalendarComponent part = part(name.strip().toUpperCase(Locale.ROOT));
            open.element().parts().add(part);
            open.push(part);
        }

        /** The reader ends parts whose END is missing with that of a part around them. */
        @Override
        public void onComponentEnd(String name, Context context) {
            String line = context.getUnfoldedLine();
            String said = line.substring(line.indexOf(':') + 1).strip();
            if (!said.equalsIgnoreCase(open.element().name())) throw wrongEnd(said);
            open.pop();
        }

        @Override
        public void onProperty(VObjectProperty property, Context context) {
            Map<String, String> parameters = new LinkedHashMap<>();
            property.getParameters().getMap().forEach((key, values) -> {
                if (key != null)
                    parameters.put(
                            key.strip().toUpperCase(Locale.ROOT),
                            String.join(",", values).strip());
            });
            String name = property.getName().strip().toUpperCase(Locale.ROOT);
            open.element().lines().add(new Line(name, parameters, property.getValue()));
        }

        @Override
        public void onVersion(String value, Context context) {
            open.element().lines().add(new Line("VERSION", Map.of(), value));
        }

        @Override
        public void onWarning(
                Warning warning, @Nullable VObjectProperty property, @Nullable Exception thrown, Context context) {
            String line = context.getUnfoldedLine();
            if (warning == Warning.UNMATCHED_END) throw wrongEnd(line.substring(line.indexOf(':') + 1));
            if (warning == Warning.MALFORMED_LINE) { // whoever needs the value refuses what it belongs to
                String name = line.split(";", 2)[0].strip().toUpperCase(Locale.ROOT);
                open.element().lines().add(new Line(name, Map.of(), ""));
                return;
            }
            throw invalid("the calendar has the line '" + shown(line) + "': " + warning.getMessage());
        }

        private MoverException wrongEnd(String said) {
            String inner = open.element().name();
            return invalid("the calendar has 'END:" + shown(said) + "' where " + (inner.isEmpty() ? "nothing" : inner)
                    + " ends");
        }
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
