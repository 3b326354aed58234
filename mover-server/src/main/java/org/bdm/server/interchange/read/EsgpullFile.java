package org.bdm.server.interchange.read;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedDataset;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;

/** A file below a query of esgpull, as {@code File.asdict} writes it. */
final class EsgpullFile {
    private EsgpullFile() {}

    static void tell(Node node, EntryReceiver receiver) {
        long line = YamlText.line(node);
        try {
            receiver.entry(line, file(line, YamlText.mapping("the file", node), receiver));
        } catch (RefusedLine e) {
            receiver.refused(line, e.reason());
        }
    }

    private static ListedFile file(long line, Map<String, Node> fields, EntryReceiver receiver) throws RefusedLine {
        String name = YamlText.scalar("filename", fields.get("filename"));
        checkWhole(fields, name);
        String path = ListedPath.relative(path(text(fields, "local_path"), name));
        String address = text(fields, "url");
        List<URI> urls = address == null ? List.of() : List.of(ListedPath.url(address));
        String size = text(fields, "size");
        Long bytes = size == null ? null : (Long) ListedPath.sizeBytes(size);
        String digest = text(fields, "checksum");
        String algorithm = text(fields, "checksum_type");
        if (digest == null) return new ListedFile(path, dataset(fields), bytes, List.of(), urls);
        ListedDigest read = (algorithm == null ? ListedDigest.unnamed(digest) : ListedDigest.named(algorithm, digest))
                .tell(line, receiver);
        return new ListedFile(path, dataset(fields), bytes, read.digests(), read.keptDigests(), urls);
    }

    /** The identifier of a file ends with its name, unless a terminal cut the lines off: then paths and versions are wrong, too. */
    private static void checkWhole(Map<String, Node> fields, String name) throws RefusedLine {
        String id = text(fields, "file_id");
        if (id == null || id.endsWith(name)) return;
        throw new RefusedLine("the values of " + QuotedText.of(name)
                + " are cut off: esgpull cuts lines of YAML at the width of the terminal;"
                + " write the list with 'esgpull show --json --files', or with COLUMNS=4000");
    }

    /** The directory, or, as the STAC backend of esgpull has it, the whole path; that backend also takes the address for a path. */
    private static String path(@Nullable String localPath, String name) {
        if (localPath == null) return name;
        String path = localPath.endsWith("/") ? localPath.substring(0, localPath.length() - 1) : localPath;
        if (path.matches("https?:/.*")) {
            DrsPath known = DrsPath.of(path);
            if (known == null || known.version() == null) return name;
            path = String.join("/", known.directories()) + "/" + known.version();
        }
        return path.equals(name) || path.endsWith("/" + name) ? path : path + "/" + name;
    }

    /** The index writes the data node behind the id. */
    private static @Nullable DatasetName dataset(Map<String, Node> fields) throws RefusedLine {
        String id = text(fields, "dataset_id");
        return id == null ? null : ListedDataset.parse(id.split("\\|", 2)[0]);
    }

    private static @Nullable String text(Map<String, Node> fields, String name) throws RefusedLine {
        Node node = fields.get(name);
        if (node == null) return null;
        String text = YamlText.scalar(name, node);
        return text.isEmpty() || text.equals("null") ? null : text;
    }
}
