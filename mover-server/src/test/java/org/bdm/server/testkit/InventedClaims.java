package org.bdm.server.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.server.discovery.index.Claim;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.discovery.index.ClaimedStatus;
import org.bdm.server.drs.DatasetName;

/** Invented claims, with the usual answers to all that a test does not care about. */
public final class InventedClaims {
    public static final String DATASET = "CMIP6.CMIP.INV.INV-ESM.historical.r1i1p1f1.Amon.tas.gn.v20190101";
    public static final String DIRECTORY = "CMIP6/CMIP/INV/INV-ESM/historical/r1i1p1f1/Amon/tas/gn/v20190101";

    private final List<Claim> claims = new ArrayList<>();
    private String index = "west";
    private String dataset = DATASET;

    public InventedClaims by(String name) {
        index = name;
        return this;
    }

    public InventedClaims of(String instanceId) {
        dataset = instanceId;
        return this;
    }

    public InventedClaims original(String node) {
        return dataset(node, false, true, false);
    }

    public InventedClaims copy(String node) {
        return dataset(node, true, true, false);
    }

    public InventedClaims dataset(String node, boolean replica, boolean latest, boolean retracted) {
        return dataset(node, replica, latest, retracted, Map.of());
    }

    public InventedClaims dataset(
            String node, boolean replica, boolean latest, boolean retracted, Map<String, List<String>> facets) {
        DatasetName name = DatasetName.of(dataset);
        ClaimedStatus status =
                new ClaimedStatus(Optional.of(replica), Optional.of(latest), Optional.of(retracted), Optional.empty());
        claims.add(new ClaimedDataset(
                index,
                dataset,
                name.masterId(),
                name.version(),
                "CMIP6",
                node,
                status,
                OptionalLong.empty(),
                OptionalLong.empty(),
                facets,
                Optional.empty(),
                Optional.of(Instant.parse("2026-01-01T00:00:00Z"))));
        return this;
    }

    /** The records of a node announce so many files. */
    public InventedClaims announcing(String node, long files) {
        return announcing(node, files, OptionalLong.empty());
    }

    /** The records of a node announce so many files, with so many bytes. */
    public InventedClaims announcing(String node, long files, long bytes) {
        return announcing(node, files, OptionalLong.of(bytes));
    }

    private InventedClaims announcing(String node, long files, OptionalLong bytes) {
        claims.replaceAll(claim ->
                claim instanceof ClaimedDataset known && known.dataNode().equals(node)
                        ? new ClaimedDataset(
                                known.index(),
                                known.instanceId(),
                                known.masterId(),
                                known.version(),
                                known.project(),
                                node,
                                known.status(),
                                OptionalLong.of(files),
                                bytes.isPresent() ? bytes : known.bytes(),
                                known.facets(),
                                known.pid(),
                                known.indexedAt())
                        : claim);
        return this;
    }

    public InventedClaims file(String node, String name, long size, Checksum... digests) {
        return file(node, name, size, Optional.empty(), digests);
    }

    public InventedClaims file(String node, String name, long size, Optional<String> localPath, Checksum... digests) {
        List<ClaimedLocation> locations = List.of(new ClaimedLocation(
                "http://" + node + "/thredds/fileServer/data//"
                        + DatasetName.of(dataset).masterId() + "/" + name,
                "HTTPServer"));
        return file(node, name, size, localPath, locations, digests);
    }

    /** A file that the node is said to have, and that it does not offer over HTTP. */
    public InventedClaims withoutAddress(String node, String name, long size, Checksum... digests) {
        return file(node, name, size, Optional.empty(), List.of(), digests);
    }

    private InventedClaims file(
            String node,
            String name,
            long size,
            Optional<String> localPath,
            List<ClaimedLocation> locations,
            Checksum... digests) {
        claims.add(new ClaimedFile(
                index,
                dataset,
                node,
                name,
                size < 0 ? OptionalLong.empty() : OptionalLong.of(size),
                List.of(digests),
                List.of(),
                Optional.of("hdl:21.14100/" + name),
                locations,
                localPath,
                Optional.empty()));
        return this;
    }

    public InventedClaims add(Claim claim) {
        claims.add(claim);
        return this;
    }

    public List<Claim> claims() {
        return claims;
    }

    public static Checksum sha256(int number) {
        return Checksum.ofHex(ChecksumAlgorithm.SHA256, String.format("%064x", number));
    }

    public static Checksum md5(int number) {
        return Checksum.ofHex(ChecksumAlgorithm.MD5, String.format("%032x", number));
    }
}
