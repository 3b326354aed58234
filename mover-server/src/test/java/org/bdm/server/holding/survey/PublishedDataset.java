package org.bdm.server.holding.survey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaVariant;

/** A replica set of a test: files whose content is their name, at some nodes. */
public final class PublishedDataset {
    private final String instanceId;
    private final List<ReplicaFile> files = new ArrayList<>();
    private final List<ReplicaNode> nodes = new ArrayList<>();
    private final List<ReplicaClaim> claims = new ArrayList<>();
    public boolean isLatest = true;
    public boolean isRetracted;

    public PublishedDataset(String instanceId, List<String> names) {
        this.instanceId = instanceId;
        for (String name : names) {
            files.add(new ReplicaFile(
                    name,
                    Optional.empty(),
                    OptionalLong.of(name.length()),
                    List.of(new ReplicaDigest(sha256(name), 1)),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(new ReplicaCopy("a.org", Optional.empty(), true, Set.of(ChecksumAlgorithm.SHA256)))));
        }
    }

    public static Checksum sha256(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    public PublishedDataset at(String node, int howMany) {
        nodes.add(new ReplicaNode(node, false, false, OptionalInt.of(0), howMany, 0));
        return this;
    }

    public PublishedDataset node(ReplicaNode node) {
        nodes.add(node);
        return this;
    }

    /** An index announces so many files at a node. */
    public PublishedDataset announced(String node, long files) {
        claims.add(new ReplicaClaim(
                node,
                "east",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(files),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        return this;
    }

    public ReplicaSet set() {
        return new ReplicaSet(
                instanceId,
                "CMIP6",
                isLatest,
                isRetracted,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(new ReplicaVariant(0, files)),
                nodes,
                claims,
                List.of());
    }
}
