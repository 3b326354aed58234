package org.bdm.server.dataset.publish;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.PublishedItem;
import org.bdm.server.discovery.PublishedItem.PublishedFile;
import org.bdm.server.discovery.StacCredential;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.interchange.write.ManifestWriter;
import org.bdm.server.interchange.write.StacPatchWriter;
import org.bdm.server.interchange.write.StacReplica;

/**
 * Tells a catalog of ESGF-NG that we have a copy of a dataset version, when a person asks for it. Our copy has to be the dataset as it is
 * published: every file, with its size and its digests. Only what the item does not say yet is sent, so a repeat sends nothing twice that shows
 * already. Any thread that may block.
 */
public final class ReplicaPublication {
    private final StacTransactions catalogs;
    private final ManifestFiles holdings;
    private final Clock clock;

    /**
     * The state of our copy in a catalog.
     *
     * @param collection that the item is in
     * @param files of the item
     * @param shown of these, how many are told to be at our node
     * @param sent how many were sent just now
     */
    public record Shown(String collection, int files, int shown, int sent) {}

    /** With its parts. */
    public ReplicaPublication(StacTransactions catalogs, ManifestFiles holdings, Clock clock) {
        this.catalogs = catalogs;
        this.holdings = holdings;
        this.clock = clock;
    }

    /** Looks; what {@link StacTransactions#item} throws. */
    public Shown look(String index, DatasetName dataset, String dataNode) {
        PublishedItem item = catalogs.item(index, dataset);
        return shown(item, missing(item, dataNode), 0);
    }

    /**
     * Sends what the catalog does not say yet; nothing if it says all.
     *
     * @throws MoverException REPLICA_INCOMPLETE if our copy is not the dataset as it is published, with the first difference; what {@link
     *     ManifestFiles#write} and {@link StacTransactions} throw
     */
    public Shown send(String index, DatasetName dataset, StacReplica replica, StacCredential credential) {
        PublishedItem item = catalogs.item(index, dataset);
        if (item.retracted()) {
            throw new MoverException(
                    ErrorCode.PUBLICATION_REFUSED, item.id() + " was retracted; its copies are no longer published");
        }
        Map<String, ManifestFile> held = held(dataset);
        check(item, held);
        List<PublishedFile> missing = missing(item, replica.dataNode());
        if (missing.isEmpty()) return shown(item, missing, 0);
        try {
            catalogs.send(index, item, patch(replica, missing, held), credential);
        } catch (MoverException e) {
            if (e.code() != ErrorCode.OUTCOME_UNKNOWN) throw e;
            PublishedItem after = catalogs.item(index, dataset); // it may have been taken all the same
            if (!missing(after, replica.dataNode()).isEmpty()) throw e;
        }
        return shown(item, missing, missing.size());
    }

    private static Shown shown(PublishedItem item, List<PublishedFile> missing, int sent) {
        int files = item.files().size();
        return new Shown(item.collection(), files, files - missing.size(), sent);
    }

    private static List<PublishedFile> missing(PublishedItem item, String dataNode) {
        String node = dataNode.toLowerCase(Locale.ROOT);
        return item.files().stream()
                .filter(file -> !file.nodes().contains(node))
                .toList();
    }

    private Map<String, ManifestFile> held(DatasetName dataset) {
        Collected collected = new Collected();
        try {
            holdings.write(
                    dataset.instanceId(), new ManifestFiles.Choice(holding -> List.of(), false, true), collected);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is written anywhere
        }
        return collected.files;
    }

    private static final class Collected implements ManifestWriter {
        private final Map<String, ManifestFile> files = new TreeMap<>();

        @Override
        public void add(ManifestFile file) {
            ManifestFile other = files.put(file.fileName(), file);
            if (other == null) return;
            throw incomplete(
                    file.fileName() + " is held twice, as " + other.relativePath() + " and " + file.relativePath());
        }

        @Override
        public void end() {}
    }

    private static void check(PublishedItem item, Map<String, ManifestFile> held) {
        if (item.files().isEmpty()) throw incomplete(item.id() + " has no files in the catalog");
        Map<String, ManifestFile> unpublished = new TreeMap<>(held);
        for (PublishedFile file : item.files()) {
            if (!file.key().equals(file.fileName())) {
                throw new MoverException(
                        ErrorCode.UNSUPPORTED,
                        "the asset of " + file.fileName()
                                + " has another key in the catalog; such items are not changed");
            }
            ManifestFile ours = unpublished.remove(file.fileName());
            if (ours == null) throw incomplete(file.fileName() + " is not held here");
            if (file.size().isPresent() && file.size().getAsLong() != ours.sizeBytes()) {
                throw incomplete(file.fileName() + " has " + ours.sizeBytes() + " bytes here and "
                        + file.size().getAsLong() + " in the catalog");
            }
            if (ours.evidence() == null) throw incomplete(file.fileName() + " was never verified here");
            checkDigests(file, ours);
        }
        if (!unpublished.isEmpty()) {
            throw incomplete(unpublished.keySet().iterator().next() + " is held here, but is not in the catalog");
        }
    }

    private static void checkDigests(PublishedFile file, ManifestFile ours) {
        boolean isCompared = false;
        for (Checksum published : file.digests()) {
            for (Checksum computed : ours.digests()) {
                if (computed.algorithm() != published.algorithm()) continue;
                isCompared = true;
                if (!computed.equals(published)) {
                    throw incomplete(file.fileName() + " has the digest " + computed + " here and " + published
                            + " in the catalog");
                }
            }
        }
        if (isCompared) return;
        throw incomplete("no digest is known of " + file.fileName() + " that the catalog has, too: verify the dataset");
    }

    private static MoverException incomplete(String what) {
        return new MoverException(ErrorCode.REPLICA_INCOMPLETE, what);
    }

    private byte[] patch(StacReplica replica, List<PublishedFile> missing, Map<String, ManifestFile> held) {
        ByteArrayOutputStream patch = new ByteArrayOutputStream();
        List<ManifestFile> files = new ArrayList<>();
        missing.forEach(file -> files.add(Objects.requireNonNull(held.get(file.key()))));
        DatasetName ours = Objects.requireNonNull(files.get(0).dataset()); // its case may be another than the catalog's
        try {
            StacPatchWriter writer = StacPatchWriter.adding(ours, replica, clock.instant(), patch);
            for (PublishedFile file : missing) {
                if (file.bare().isPresent()) {
                    writer.beginAlternates(file.key(), file.bare().get());
                }
            }
            for (ManifestFile file : files) writer.add(file);
            writer.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // it is written to memory
        }
        return patch.toByteArray();
    }
}
