package org.bdm.server.interchange;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A STAC item of ESGF-NG: one dataset version, one asset a file, copies below {@code alternate}. Only assets that are NetCDF are files.
 *
 * @param line where the item begins
 */
record StacItem(long line, JsonNode item) {
    private static final int COPIES_MAX = 100;

    static boolean fits(JsonNode record) {
        return record.isObject() && "Feature".equals(JsonText.first(record, "type"));
    }

    /** Each file; a wish for the whole dataset if the item names none, as after a retraction. */
    void tell(EntryReceiver receiver) throws RefusedLine {
        DatasetName dataset = ListedDataset.parse(JsonText.needed(item, "id"));
        long files = 0;
        for (Map.Entry<String, JsonNode> asset : item.path("assets").properties()) {
            if (!isFile(asset.getValue())) continue;
            files++;
            try {
                receiver.entry(line, file(dataset, asset.getKey(), asset.getValue(), receiver));
            } catch (RefusedLine e) {
                receiver.refused(line, "asset " + QuotedText.of(asset.getKey()) + ": " + e.reason());
            }
        }
        if (files > 0) return;
        receiver.warned(
                line, "the item " + QuotedText.of(dataset.instanceId()) + " names no file: the dataset is taken");
        receiver.entry(line, new DatasetWish(dataset, null));
    }

    private static boolean isFile(JsonNode asset) {
        return "application/netcdf".equals(JsonText.first(asset, "type"))
                || "netcdf".equals(JsonText.first(asset, "media_type"));
    }

    private ListedFile file(DatasetName dataset, String name, JsonNode asset, EntryReceiver receiver)
            throws RefusedLine {
        String localPath = JsonText.first(asset, "file:local_path");
        String size = JsonText.first(asset, "file:size");
        String digest = JsonText.first(asset, "file:checksum");
        List<URI> urls = new ArrayList<>();
        add(urls, JsonText.first(asset, "href"));
        for (JsonNode copy : asset.path("alternate")) add(urls, JsonText.first(copy, "href"));
        return new ListedFile(
                ListedPath.relative(localPath == null ? name : localPath),
                dataset,
                size == null ? null : ListedPath.sizeBytes(size),
                digest == null ? List.of() : digests(name, digest, receiver),
                urls);
    }

    /** Other algorithms of a multihash are right, but not computed here. */
    private List<Checksum> digests(String name, String digest, EntryReceiver receiver) {
        try {
            return List.of(ListedDigest.unnamed(digest));
        } catch (RefusedLine e) {
            receiver.warned(line, "asset " + QuotedText.of(name) + ": " + e.reason() + "; it is taken without");
            return List.of();
        }
    }

    /** Copies that are not on HTTP are passed over. */
    private static void add(List<URI> urls, @Nullable String href) throws RefusedLine {
        if (href == null || !href.startsWith("http")) return;
        if (urls.size() == COPIES_MAX) throw new RefusedLine("more than " + COPIES_MAX + " copies");
        URI url = ListedPath.url(href);
        if (!urls.contains(url)) urls.add(url);
    }
}
