package org.bdm.client.batch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.regex.Pattern;
import org.bdm.client.EndpointText;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.job.JobItem;
import org.jspecify.annotations.Nullable;

/**
 * The items of a batch: {@code SRC DST [ALG:HEX] [SIZE]} a line, {@code #} begins a comment line, blank lines are passed
 * over. A name with blanks stands in double or single quotes; in double quotes a backslash takes the next character as it
 * is. A quote inside a bare name is part of it. Reads one line at a time. Names are bytes, so the text is read as bytes, not as UTF-8.
 */
public final class BatchReader implements Iterator<JobItem> {
    private static final int LONGEST_LINE = 64 * 1024;
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9-]+:[0-9A-Fa-f]+");

    private final BufferedReader lines;
    private long lineNumber;
    private @Nullable JobItem next;

    /** Takes over the stream; the caller closes it. */
    public BatchReader(InputStream bytes) {
        this.lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1));
    }

    @Override
    public boolean hasNext() {
        if (next == null) next = readItem();
        return next != null;
    }

    @Override
    public JobItem next() {
        if (!hasNext() || next == null) throw new NoSuchElementException();
        JobItem item = next;
        next = null;
        return item;
    }

    private @Nullable JobItem readItem() {
        for (String line = readLine(); line != null; line = readLine()) {
            String text = line.strip();
            if (!text.isEmpty() && text.charAt(0) != '#') return item(fields(text));
        }
        return null;
    }

    private @Nullable String readLine() {
        try {
            lineNumber++;
            String line = lines.readLine();
            if (line != null && line.length() > LONGEST_LINE)
                throw new BatchLineException(lineNumber, "longer than " + LONGEST_LINE + " bytes");
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JobItem item(List<String> fields) {
        if (fields.size() < 2 || fields.size() > 4)
            throw new BatchLineException(
                    lineNumber, "not of the form SRC DST [ALG:HEX] [SIZE]; quote names with blanks");
        Long size = null;
        List<DigestValue> digests = new ArrayList<>();
        for (String field : fields.subList(2, fields.size())) {
            if (SIZE.matcher(field).matches() && size == null) size = Long.valueOf(field);
            else if (DIGEST.matcher(field).matches() && digests.isEmpty()) digests.add(digest(field));
            else throw new BatchLineException(lineNumber, "not a digest ALG:HEX or a size: " + field);
        }
        return new JobItem(endpoint(fields.get(0)), endpoint(fields.get(1)), null, size, digests);
    }

    private static DigestValue digest(String field) {
        int colon = field.indexOf(':');
        String algorithm = field.substring(0, colon).toLowerCase(Locale.ROOT);
        return new DigestValue(algorithm, field.substring(colon + 1).toLowerCase(Locale.ROOT));
    }

    private static String endpoint(String bytes) {
        if (EndpointText.isPlain(bytes)) return bytes;
        return EndpointText.ofBytes(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    private List<String> fields(String line) {
        if (line.indexOf('"') < 0 && line.indexOf('\'') < 0) return unquoted(line);
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean inField = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote == '"' && c == '\\' && i + 1 < line.length()) {
                field.append(line.charAt(++i));
            } else if (quote != 0) {
                if (c == quote) quote = 0;
                else field.append(c);
            } else if (!inField && (c == '"' || c == '\'')) {
                quote = c;
                inField = true;
            } else if (c == ' ' || c == '\t') {
                if (inField) fields.add(field.toString());
                field.setLength(0);
                inField = false;
            } else {
                field.append(c);
                inField = true;
            }
        }
        if (quote != 0) throw new BatchLineException(lineNumber, "a quote is not closed");
        if (inField) fields.add(field.toString());
        return fields;
    }

    /** As nearly all lines are: fields between blanks. */
    private static List<String> unquoted(String line) {
        String text = line.replace('\t', ' ');
        List<String> fields = new ArrayList<>(4);
        int length = text.length();
        for (int at = 0; at < length; ) {
            int blank = text.indexOf(' ', at);
            int end = blank < 0 ? length : blank;
            if (end > at) fields.add(text.substring(at, end));
            at = end + 1;
        }
        return fields;
    }
}
