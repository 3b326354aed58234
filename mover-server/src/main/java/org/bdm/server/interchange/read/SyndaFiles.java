package org.bdm.server.interchange.read;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedDataset;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The files of a database of Synda, as {@code sqlite3 -header -csv sdt.db "SELECT * FROM file"} prints them: a line with the names of the
 * columns, then one line a file. Bars and semicolons between the columns are read, too; tabs are
 * not, since an empty column at the end of a line cannot be told.
 */
final class SyndaFiles implements ListFormat {
    private static final String ID = "file_functional_id";
    private static final String PATH = "local_path";
    private static final String DELETED = "delete";
    private static final String DONE = "done";
    private static final List<Character> SEPARATORS = List.of(',', '|', ';');

    @Override
    public String name() {
        return "synda-files";
    }

    @Override
    public int likeness(FileStart start) {
        return !start.lines().isEmpty() && Columns.of(start.lines().get(0)) != null ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        LineReader lines = new LineReader(in, receiver);
        Columns columns = null;
        for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
            if (columns == null) {
                if (line.isComment()) continue;
                columns = Columns.of(line.text());
                if (columns != null) continue;
                receiver.refused(line.number(), "the first line does not name the columns " + ID + " and " + PATH);
                return;
            }
            try {
                receiver.entry(line.number(), file(columns.row(line.text()), line.number(), receiver));
            } catch (RefusedLine e) {
                receiver.refused(line.number(), e.reason());
            }
        }
    }

    private static ListedFile file(Row row, long line, EntryReceiver receiver) throws RefusedLine {
        String status = row.text("status").toLowerCase(Locale.ROOT);
        if (status.startsWith(DELETED)) throw new RefusedLine("Synda was to delete it");
        String path = ListedPath.checked(row.text(PATH));
        if (!status.isEmpty() && !status.equals(DONE)) {
            receiver.warned(line, "Synda has not finished it: its status is " + QuotedText.of(status));
        }
        String size = row.text("size");
        ListedDigest digest = digest(row, line, receiver);
        return new ListedFile(
                path,
                dataset(row, path),
                size.isEmpty() || size.equals("0") ? null : ListedPath.sizeBytes(size),
                digest == null ? List.of() : digest.digests(),
                digest == null ? List.of() : digest.keptDigests(),
                urls(row));
    }

    /** The id of a file is that of its dataset, and its name behind it. */
    private static @Nullable DatasetName dataset(Row row, String path) {
        String id = row.text(ID);
        String end = "." + path.substring(path.lastIndexOf('/') + 1);
        if (id.endsWith(end)) {
            try {
                return ListedDataset.parse(id.substring(0, id.length() - end.length()));
            } catch (RefusedLine e) {
                return DrsPath.datasetOf(path); // an id that is none: its directories may tell the dataset
            }
        }
        return DrsPath.datasetOf(path);
    }

    /** No type means MD5: so were the first databases. */
    private static @Nullable ListedDigest digest(Row row, long line, EntryReceiver receiver) {
        String written = row.text("checksum");
        if (written.isEmpty()) return null;
        String type = row.text("checksum_type");
        try {
            return ListedDigest.named(type.isEmpty() ? "md5" : type, written).tell(line, receiver);
        } catch (RefusedLine e) {
            receiver.warned(line, "the file is taken without its digest: " + e.reason());
            return null;
        }
    }

    private static List<URI> urls(Row row) {
        try {
            return row.text("url").isEmpty() ? List.of() : List.of(ListedPath.url(row.text("url")));
        } catch (RefusedLine e) {
            return List.of(); // GridFTP, which nobody fetches from any more
        }
    }

    /** The positions of the columns. */
    private record Columns(char separator, int number, Map<String, Integer> places) {
        static @Nullable Columns of(String header) {
            for (char separator : SEPARATORS) {
                try {
                    List<String> names = values(header, separator);
                    Map<String, Integer> places = new HashMap<>();
                    for (int i = 0; i < names.size(); i++)
                        places.putIfAbsent(names.get(i).strip().toLowerCase(Locale.ROOT), i);
                    boolean fits = places.containsKey(ID) && places.containsKey(PATH);
                    if (fits) return new Columns(separator, names.size(), places);
                } catch (RefusedLine e) {
                    continue; // quotes that are not closed: no header with this separator
                }
            }
            return null;
        }

        private static List<String> values(String line, char separator) throws RefusedLine {
            try {
                return CsvReader.builder()
                        .fieldSeparator(separator)
                        .allowUnclosedQuote(false)
                        .ofSingleCsvRecord(line)
                        .getFields();
            } catch (CsvParseException e) {
                throw new RefusedLine("a quote is not closed, or closed before the end of its value");
            }
        }

        Row row(String line) throws RefusedLine {
            List<String> values = values(line, separator);
            if (values.size() == number) return new Row(this, values);
            throw new RefusedLine("it has " + values.size() + " values, and the first line names " + number
                    + " columns; a text with a line break cannot be read");
        }
    }

    private record Row(Columns columns, List<String> values) {
        /** Empty if there is no such column, or nothing in it. */
        String text(String column) {
            Integer place = columns.places().get(column);
            String value = place == null ? "" : values.get(place).strip();
            return value.equals("NULL") ? "" : value;
        }
    }
}
