package org.bdm.server.interchange.read;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A record of esg-search or Globus Search: a dataset, or a file with the dataset it belongs to. Addresses are {@code URL|TYPE|SERVICE};
 * those of {@code HTTPServer} are taken.
 */
record SearchRecord(JsonNode record) {
    private static final String SERVICE = "HTTPServer";
    private static final int URLS_MAX = 100;

    static boolean fits(JsonNode record) {
        return record.isObject()
                && (record.has("dataset_id") || record.has("instance_id") || record.has("id"))
                && !record.has("op");
    }

    void tell(long line, EntryReceiver receiver) throws RefusedLine {
        String type = JsonText.first(record, "type");
        boolean isFile = type == null ? record.has("dataset_id") : type.equals("File");
        if (isFile) {
            receiver.entry(line, file(line, receiver));
            return;
        }
        if (type != null && !type.equals("Dataset")) {
            throw new RefusedLine("a record of the type " + QuotedText.of(type) + " is neither a dataset nor a file");
        }
        String id = JsonText.first(record, "id");
        DatasetWish wish = DatasetWish.parse(id == null ? JsonText.needed(record, "instance_id") : id);
        if (type == null && !DatasetList.isLikely(wish.dataset())) {
            throw new RefusedLine(QuotedText.of(wish.dataset().masterId()) + " is hardly the name of a dataset");
        }
        String node = JsonText.first(record, "data_node");
        boolean isElsewhere = wish.dataNode() == null && node != null;
        receiver.entry(line, isElsewhere ? DatasetWish.parse(wish.dataset().instanceId() + "|" + node) : wish);
    }

    private ListedFile file(long line, EntryReceiver receiver) throws RefusedLine {
        DatasetName dataset =
                DatasetWish.parse(JsonText.needed(record, "dataset_id")).dataset();
        String size = JsonText.first(record, "size");
        ListedDigest digest = digest(line, receiver);
        return new ListedFile(
                ListedPath.relative(JsonText.needed(record, "title")),
                dataset,
                size == null ? null : ListedPath.sizeBytes(size),
                digest == null ? List.of() : digest.digests(),
                digest == null ? List.of() : digest.keptDigests(),
                urls(line, receiver));
    }

    /**
     * Decided by the type that the record names, by the length when it names none. The index is a witness: a value that cannot be is told
     * and left out, and the file is taken.
     */
    private @Nullable ListedDigest digest(long line, EntryReceiver receiver) {
        String digest = JsonText.first(record, "checksum");
        if (digest == null || digest.isEmpty()) return null;
        String type = JsonText.first(record, "checksum_type");
        try {
            return (type == null ? ListedDigest.unnamed(digest) : ListedDigest.named(type, digest))
                    .tell(line, receiver);
        } catch (RefusedLine e) {
            receiver.warned(line, e.reason() + "; the file is taken without a digest");
            return null;
        }
    }

    private List<URI> urls(long line, EntryReceiver receiver) throws RefusedLine {
        List<URI> urls = new ArrayList<>();
        for (String triple : JsonText.all(record, "url")) {
            String[] parts = triple.split("\\|", -1);
            if (!SERVICE.equals(parts[parts.length - 1])) continue;
            if (urls.size() == URLS_MAX) throw new RefusedLine("more than " + URLS_MAX + " URLs");
            URI url = ListedPath.oneOfSeveral(parts[0], line, receiver);
            if (url != null) urls.add(url);
        }
        return urls;
    }
}
