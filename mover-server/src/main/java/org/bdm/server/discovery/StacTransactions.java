package org.bdm.server.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.PublishedItem.PublishedFile;
import org.bdm.server.discovery.esgsearch.EsgSearchQuery;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.discovery.record.UnreadableRecord;
import org.bdm.server.discovery.stac.StacAsset;
import org.bdm.server.discovery.stac.StacIndex;
import org.bdm.server.drs.DatasetName;
import tools.jackson.databind.JsonNode;

/**
 * Tells catalogs of ESGF-NG of replicas: STAC indexes of the configuration that have a Transaction API. What is accepted (202) is not applied
 * yet: it shows in the item after a while, or never. Any thread that may block.
 */
public final class StacTransactions {
    private final ConfiguredFederation federation;
    private final TransactionConnection connection;

    /**
     * Opens no connection yet.
     *
     * @param guard which addresses may be connected to
     * @param userAgent recorded by the catalog as the publisher of the change
     */
    public StacTransactions(ConfiguredFederation federation, AddressGuard guard, String userAgent) {
        this.federation = federation;
        this.connection = new TransactionConnection(guard, userAgent);
    }

    /**
     * The item of a dataset version as the catalog shows it now.
     *
     * @throws MoverException NOT_FOUND if there is no such index; UNSUPPORTED if it is none that is told of replicas; UNKNOWN_DATASET if it has no
     *     such item; INDEX_UNAVAILABLE if it does not answer
     */
    public PublishedItem item(String index, DatasetName dataset) {
        StacIndex stac = new StacIndex(connectionOf(index));
        try {
            JsonNode item = stac.item(dataset.instanceId())
                    .orElseThrow(() -> new MoverException(
                            ErrorCode.UNKNOWN_DATASET,
                            "the index '" + index + "' has no item " + dataset.instanceId()
                                    + "; its publisher has to publish it first"));
            return published(item);
        } catch (IndexFailure e) {
            throw new MoverException(
                    ErrorCode.INDEX_UNAVAILABLE, "the index '" + index + "' cannot be read: " + e.text(), e);
        } catch (UnreadableRecord e) {
            throw new MoverException(
                    ErrorCode.INDEX_UNAVAILABLE,
                    "the item of the index '" + index + "' cannot be read: " + e.reason(),
                    e);
        }
    }

    /**
     * Sends one change of an item.
     *
     * @param patch a JSON Patch (RFC 6902)
     * @throws MoverException PUBLICATION_REFUSED with what the catalog said; INDEX_UNAVAILABLE if it takes nothing now; OUTCOME_UNKNOWN if it did
     *     not answer; ADDRESS_REFUSED
     */
    public void send(String index, PublishedItem item, byte[] patch, StacCredential credential) {
        IndexSettings settings = connectionOf(index).settings();
        String path = "/collections/" + encoded(item.collection()) + "/items/" + encoded(item.id());
        connection.patch(index, settings.transactions().orElseThrow(), path, patch, credential);
    }

    private static String encoded(String text) {
        return EsgSearchQuery.encoded(text).replace("+", "%20");
    }

    private IndexConnection connectionOf(String index) {
        IndexConnection found = federation
                .connection(index)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.NOT_FOUND,
                        "there is no index '" + index.replaceAll("[^\\x20-\\x7e]", "?") + "' in the configuration"));
        if (found.settings().transactions().isPresent()) return found;
        throw new MoverException(
                ErrorCode.UNSUPPORTED,
                "the index '" + index + "' has no Transaction API in the configuration; name it with transactions=URL");
    }

    private static PublishedItem published(JsonNode item) throws UnreadableRecord {
        String id = JsonAnswers.text(item, "id").orElseThrow(() -> new UnreadableRecord("it has no id"));
        String collection =
                JsonAnswers.text(item, "collection").orElseThrow(() -> new UnreadableRecord("it names no collection"));
        List<PublishedFile> files = new ArrayList<>();
        Map<String, JsonNode> assets = new TreeMap<>();
        item.path("assets").properties().forEach(entry -> assets.put(entry.getKey(), entry.getValue()));
        for (Map.Entry<String, JsonNode> entry : assets.entrySet()) {
            Optional<StacAsset> asset = StacAsset.of(entry.getKey(), entry.getValue());
            if (asset.isPresent()) files.add(file(entry.getKey(), asset.get().claims("", id), bare(entry.getValue())));
        }
        boolean isRetracted = JsonAnswers.text(item.path("properties"), "retracted")
                .flatMap(IndexRecord::flagOf)
                .orElse(false);
        return new PublishedItem(collection, id, isRetracted, files);
    }

    private static Optional<String> bare(JsonNode asset) {
        return asset.path("alternate").isObject() ? Optional.empty() : Optional.of(asset.toString());
    }

    private static PublishedFile file(String key, List<ClaimedFile> copies, Optional<String> bare) {
        Set<String> nodes = new TreeSet<>();
        copies.forEach(copy -> nodes.add(copy.dataNode()));
        ClaimedFile first = copies.get(0); // there is one at least, and size and digests are those of all
        return new PublishedFile(key, first.fileName(), first.size(), first.digests(), nodes, bare);
    }
}
