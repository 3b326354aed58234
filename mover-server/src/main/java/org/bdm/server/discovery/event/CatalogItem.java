package org.bdm.server.discovery.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacItem;
import org.bdm.server.drs.DatasetName;
import tools.jackson.databind.JsonNode;

/**
 * A STAC item of ESGF-NG, for readers that want files and no claims: read as a search and the event stream read it, alone or in a message.
 *
 * @param files one for each node that has one, in the order of the assets; their index is empty
 * @param unreadable assets that are files and cannot be read, with the reason
 */
public record CatalogItem(DatasetName dataset, List<ClaimedFile> files, List<String> unreadable) {
    /** Copies the lists. */
    public CatalogItem {
        files = List.copyOf(files);
        unreadable = List.copyOf(unreadable);
    }

    /** True if a record is an item, or a message of the event stream in any of its wrappings. */
    public static boolean isToldBy(JsonNode record) {
        if (!record.isObject()) return false;
        boolean isItem = record.path("assets").isObject()
                || record.path("type").asString("").equals("Feature");
        boolean isMessage = record.path("data").path("payload").isObject()
                || record.path("payload").isObject()
                || record.path("item").isObject()
                || record.has("method");
        return isItem || isMessage || isWrapping(record.path("message")) || isWrapping(record.path("value"));
    }

    private static boolean isWrapping(JsonNode inner) {
        return inner.isObject() || inner.asString("").stripLeading().startsWith("{");
    }

    /**
     * The items that a record publishes.
     *
     * @param refused is told why a record, or one of its items, is none
     */
    public static List<CatalogItem> of(JsonNode record, Consumer<String> refused) {
        List<CatalogItem> items = new ArrayList<>();
        try {
            for (StacItem item : new EventMessage("", record).items()) items.add(read(item));
        } catch (UnreadableRecord e) {
            refused.accept(e.reason());
        }
        return items;
    }

    private static CatalogItem read(StacItem item) throws UnreadableRecord {
        DatasetName dataset = item.datasetVersion();
        List<String> unreadable = new ArrayList<>();
        List<ClaimedFile> files = item.readableFiles(unreadable::add);
        return new CatalogItem(dataset, files, unreadable);
    }
}
