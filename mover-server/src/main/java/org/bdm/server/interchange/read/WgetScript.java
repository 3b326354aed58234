package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;

/**
 * The download script of the ESGF search (templates of esg-search 1.3.2 and esgf-wget 0.4). It is parsed, never run: only what stands
 * between the marks of the embedded list is read, one file a line, {@code 'PATH' 'URL' 'ALGORITHM' 'DIGEST'}. The form without digests
 * ({@code simple=true}) is a bash array of addresses.
 */
final class WgetScript implements ListFormat {
    private static final String MARK = "EOF--dataset.file.url.chksum_type.chksum";
    private static final String ARRAY = "download_files=(";
    /** Files of a script when nothing else is asked for; a search that finds more is cut there without an error. */
    private static final int FILES_OF_ONE_SCRIPT = 1000;

    private static final Pattern CUT =
            Pattern.compile("total number of files was (\\d{1,12}) but this script will only process (\\d{1,12})");
    private static final int FIELDS = 4;

    @Override
    public String name() {
        return "wget";
    }

    @Override
    public int likeness(FileStart start) {
        boolean isScript = start.text().startsWith("#!") && start.text().contains(ARRAY);
        return isScript || start.text().contains(MARK) ? CERTAIN : 0;
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        Embedded embedded = new Embedded(receiver);
        LineReader lines = new LineReader(in, receiver);
        for (LineReader.Line line = lines.next(); line != null; line = lines.next()) embedded.next(line);
        embedded.end(lines.number());
    }

    /** The position of the reading in the script. */
    private enum Place {
        BEFORE,
        LIST,
        ARRAY,
        BEHIND
    }

    /** The list inside the script. */
    private static final class Embedded {
        private final EntryReceiver receiver;
        private Place place = Place.BEFORE;
        private long files;
        private boolean isCutTold;

        Embedded(EntryReceiver receiver) {
            this.receiver = receiver;
        }

        void next(LineReader.Line line) {
            switch (place) {
                case BEFORE, BEHIND -> outside(line);
                case LIST -> {
                    if (line.text().equals(MARK)) place = Place.BEHIND;
                    else file(line);
                }
                case ARRAY -> {
                    if (line.text().startsWith(")")) place = Place.BEHIND;
                    else file(line);
                }
            }
        }

        private void outside(LineReader.Line line) {
            Matcher cut = CUT.matcher(line.text());
            if (cut.find() && !isCutTold) {
                isCutTold = true;
                receiver.warned(
                        line.number(),
                        "the script was cut off: it lists " + cut.group(2) + " of " + cut.group(1)
                                + " files; ask for the datasets instead");
            }
            if (place != Place.BEFORE) return;
            if (line.text().contains(MARK)) place = Place.LIST;
            else if (line.text().startsWith(ARRAY)) place = Place.ARRAY;
        }

        private void file(LineReader.Line line) {
            files++;
            try {
                receiver.entry(line.number(), place == Place.LIST ? listed(line, receiver) : addressOnly(line.text()));
            } catch (RefusedLine e) {
                receiver.refused(line.number(), e.reason());
            }
        }

        void end(long lastLine) {
            if (place == Place.LIST || place == Place.ARRAY) {
                receiver.refused(lastLine, "the script ends inside its list of files");
            }
            if (files == FILES_OF_ONE_SCRIPT && !isCutTold) {
                receiver.warned(
                        lastLine,
                        "the script lists exactly 1,000 files, where the search cuts a list off; "
                                + "ask for the datasets instead if there may be more");
            }
        }
    }

    private static ListedFile listed(LineReader.Line at, EntryReceiver receiver) throws RefusedLine {
        String line = at.text();
        boolean isQuoted = line.length() > 1 && line.startsWith("'") && line.endsWith("'");
        String[] fields = isQuoted ? line.substring(1, line.length() - 1).split("' '", -1) : new String[0];
        if (fields.length != FIELDS) throw new RefusedLine("not four fields in single quotes: " + QuotedText.of(line));
        String path = ListedPath.relative(fields[0]);
        URI url = ListedPath.url(fields[1]);
        DatasetName dataset = DrsPath.datasetOf(url.getPath(), path);
        if (fields[3].isEmpty()) return new ListedFile(path, dataset, null, List.of(), List.of(url));
        ListedDigest digest =
                fields[2].isEmpty() ? ListedDigest.unnamed(fields[3]) : ListedDigest.named(fields[2], fields[3]);
        digest.tell(at.number(), receiver);
        return new ListedFile(path, dataset, null, digest.digests(), digest.keptDigests(), List.of(url));
    }

    private static ListedFile addressOnly(String line) throws RefusedLine {
        boolean isQuoted = line.length() > 1 && line.startsWith("'") && line.endsWith("'");
        if (!isQuoted) throw new RefusedLine("not an address in single quotes: " + QuotedText.of(line));
        URI url = ListedPath.url(line.substring(1, line.length() - 1));
        String name = url.getPath().substring(url.getPath().lastIndexOf('/') + 1);
        return new ListedFile(
                ListedPath.relative(name), DrsPath.datasetOf(url.getPath()), null, List.of(), List.of(url));
    }
}
