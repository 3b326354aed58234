package org.bdm.server.api.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bdm.server.api.http.DocumentRows.Row;
import org.jspecify.annotations.Nullable;

/**
 * The words of the messages, read from the Javadoc of their records; {@code package-info} of {@code org.bdm.core.control} says how they are
 * written. Immutable.
 */
final class RecordWords {
    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern RECORD =
            Pattern.compile("\\s*(?:@[^\\n]*\\n\\s*)*(?:(?:public|private|static) )*record (\\w+)");
    private static final Pattern PARAMETER = Pattern.compile("param (\\w+) (.*)");

    private static final Pattern EXAMPLE = Pattern.compile("(.*) Such as \\{@code (.*)}\\.");
    private static final Pattern RANGE = Pattern.compile("(.*) Within \\{@code ([\\d.]+?)\\.\\.([\\d.]*)}\\.");
    private static final Pattern VALUES = Pattern.compile("(.*) One of \\{@code (\\w+)}\\.");
    private static final Pattern CODE = Pattern.compile("\\{@\\w+ ([^}]*)}");

    private final Map<String, Words> records = new TreeMap<>();

    /**
     * The words of one record.
     *
     * @param says the text before the first tag
     * @param components by name, those that have words of their own
     */
    record Words(String says, Map<String, Row> components) {
        static final Words NONE = new Words("", Map.of());
    }

    /** Reads all source files below a directory. */
    static RecordWords below(Path directory) {
        RecordWords words = new RecordWords();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList())
                words.read(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return words;
    }

    /** The words of a record, nested ones too, by its simple name; none for one without Javadoc. */
    Words of(String record) {
        return records.getOrDefault(record, Words.NONE);
    }

    /** Adds the records of one source file. */
    void read(String source) {
        Matcher javadoc = JAVADOC.matcher(source);
        Matcher record = RECORD.matcher(source);
        while (javadoc.find()) {
            if (!record.region(javadoc.end(), source.length()).lookingAt()) continue;
            if (records.put(record.group(1), words(record.group(1), javadoc.group(1))) != null)
                throw new IllegalStateException("two messages are called " + record.group(1));
        }
    }

    private static Words words(String record, String javadoc) {
        String text = javadoc.replaceAll("\\n *\\* ?", "\n").strip();
        List<String> parts = Stream.of(text.split("\\n@|^@"))
                .map(part -> part.strip().replaceAll("\\s+", " "))
                .toList();
        Map<String, Row> components = new LinkedHashMap<>();
        for (String part : parts.subList(1, parts.size())) {
            Matcher parameter = PARAMETER.matcher(part);
            if (parameter.matches())
                components.put(parameter.group(1), row(record + "." + parameter.group(1), parameter.group(2)));
        }
        return new Words(plain(parts.get(0)), components);
    }

    private static Row row(String called, String written) {
        String says = written;
        @Nullable String example = null;
        @Nullable String values = null;
        List<Object> range = List.of();
        Matcher found = EXAMPLE.matcher(says);
        if (found.matches()) {
            says = found.group(1);
            example = found.group(2);
        }
        found = RANGE.matcher(says);
        if (found.matches()) {
            says = found.group(1);
            range = found.group(3).isEmpty() ? List.of(found.group(2)) : List.of(found.group(2), found.group(3));
        }
        found = VALUES.matcher(says);
        if (found.matches()) {
            says = found.group(1);
            values = found.group(2);
        }
        if (!says.endsWith("."))
            throw new IllegalStateException("the words of " + called + " are no sentence with a full stop: " + written);
        return new Row(plain(says), example, values, range);
    }

    private static String plain(String javadoc) {
        return CODE.matcher(javadoc).replaceAll("$1");
    }
}
