package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * Paths in the data reference syntax, one a line, with any root before them. A path down to a version is a dataset, one that ends above it
 * is a query, one that ends in a NetCDF file is a file.
 */
final class DrsPathList implements ListFormat, LineParser {
    @Override
    public String name() {
        return "drs-paths";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(line -> line.indexOf('/') >= 0 && line.indexOf(' ') < 0 && DrsPath.of(line) != null);
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        receiver.entry(line.number(), entry(ListedPath.checked(line.text())));
    }

    private static ImportedEntry entry(String text) throws RefusedLine {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new RefusedLine(QuotedText.of(text) + " holds a control character, which no name of a dataset has");
        }
        if (text.contains("://")) throw new RefusedLine(QuotedText.of(text) + " is an address, not a path");
        DrsPath path = DrsPath.of(text);
        if (path == null) throw new RefusedLine(QuotedText.of(text) + " has no directories of a known project");
        DatasetName dataset = path.dataset();
        if (dataset == null && path.version() != null) {
            throw new RefusedLine(QuotedText.of(text) + " holds a character that no name of a dataset has");
        }
        if (dataset == null) return new ListedQuery(facets(path), Map.of(), List.of(), Map.of());
        if (path.isWholeDataset()) return new DatasetWish(dataset, null);
        if (path.isFile()) return new ListedFile(text, dataset, null, List.of(), List.of());
        throw new RefusedLine(QuotedText.of(text) + " ends below the version, but in no NetCDF file");
    }

    private static Map<String, List<String>> facets(DrsPath path) {
        Map<String, List<String>> facets = new LinkedHashMap<>();
        path.facets().forEach((name, value) -> facets.put(name, List.of(value)));
        return facets;
    }
}
