package org.bdm.server.interchange.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedDataset;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The mapfile of ESGF publication (esgf-prepare, esg-publisher): {@code DATASET | PATH | SIZE [| OPTION=VALUE]..}. The dataset is
 * written {@code ID.vVERSION} or, as it was, {@code ID#VERSION}; the digest plain with {@code checksum_type}, or as a multihash without.
 */
final class Mapfile implements ListFormat, LineParser {
    private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*+\\|[ \\t]*+");
    private static final int FIELDS_MIN = 3;
    private static final Set<String> KNOWN_OPTIONS =
            Set.of("mod_time", "checksum", "checksum_type", "dataset_tech_notes", "dataset_tech_notes_title");

    @Override
    public String name() {
        return "mapfile";
    }

    @Override
    public int likeness(FileStart start) {
        return start.count(line -> line.indexOf('|') > 0 && line.indexOf('|') < line.lastIndexOf('|'));
    }

    @Override
    public void read(InputStream in, EntryReceiver receiver) throws IOException {
        parseAll(in, receiver);
    }

    @Override
    public void parse(LineReader.Line line, EntryReceiver receiver) throws RefusedLine {
        String[] fields = SEPARATOR.split(line.text(), -1);
        if (fields.length < FIELDS_MIN) throw new RefusedLine("not DATASET | PATH | SIZE");
        DatasetName dataset = ListedDataset.parse(fields[0]);
        if (!dataset.hasVersion()) throw new RefusedLine("the dataset has no version");
        String path = ListedPath.checked(fields[1]);
        long sizeBytes = ListedPath.sizeBytes(fields[2]);
        Map<String, String> options = options(fields);
        ListedDigest digest = digest(options.get("checksum"), options.get("checksum_type"));
        receiver.entry(line.number(), file(path, dataset, sizeBytes, digest));
        if (digest != null) digest.tell(line.number(), receiver);
        for (String option : options.keySet()) {
            if (!KNOWN_OPTIONS.contains(option)) {
                receiver.repeated(
                        line.number(), "the option " + QuotedText.of(option) + " is not known and left out", "");
            }
        }
    }

    private static ListedFile file(String path, DatasetName dataset, long sizeBytes, @Nullable ListedDigest digest) {
        if (digest == null) return new ListedFile(path, dataset, sizeBytes, List.of(), List.of());
        return new ListedFile(path, dataset, sizeBytes, digest.digests(), digest.keptDigests(), List.of());
    }

    private static Map<String, String> options(String[] fields) throws RefusedLine {
        Map<String, String> options = new LinkedHashMap<>();
        for (int i = FIELDS_MIN; i < fields.length; i++) {
            int equals = fields[i].indexOf('=');
            if (equals < 1) throw new RefusedLine("not OPTION=VALUE: " + QuotedText.of(fields[i]));
            options.put(fields[i].substring(0, equals), fields[i].substring(equals + 1));
        }
        return options;
    }

    private static @Nullable ListedDigest digest(@Nullable String value, @Nullable String type) throws RefusedLine {
        if (value == null || value.isEmpty()) return null;
        return type == null ? ListedDigest.unnamed(value) : ListedDigest.named(type, value);
    }
}
