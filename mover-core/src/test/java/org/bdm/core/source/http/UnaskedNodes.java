package org.bdm.core.source.http;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.replica.CopyTrials;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.store.StorePath;

/** Data nodes that nothing is asked of, with a clock that stands still until it is turned. */
final class UnaskedNodes implements AutoCloseable {
    private static final Instant BEGIN = Instant.parse("2026-01-01T10:00:00Z");
    static final int BLOCK_BYTES = 4 << 10;

    private Duration passed = Duration.ZERO;
    final HttpLoops loops = new HttpLoops(1);
    final BlockCache cache = new BlockCache(2, BLOCK_BYTES);
    final CacheShare receiving = cache.share(new CacheQuota("receiving", 0, 2));
    final HttpNodes nodes;
    final List<String> told = new ArrayList<>();
    final HttpSourceParts parts;

    UnaskedNodes(Map<String, NodePolicy> policies) {
        nodes = new HttpNodes(
                new HttpSettings("bdm-test/1", 2, new NodePolicies(policies), HttpTiming.USUAL),
                new AddressGuard(List.of()),
                NameResolver.ofSystem(),
                loops,
                new HttpNodes.Environment(() -> BEGIN.plus(passed), () -> passed.toNanos(), new Random(1)));
        parts = new HttpSourceParts(nodes, receiving, ValidatorMemory.none(), new MissingCopyListener() {
            @Override
            public void onMissing(URI location) {
                told.add("missing " + location);
            }

            @Override
            public void onBack(URI location) {
                told.add("back " + location);
            }
        });
    }

    void turn(Duration by) {
        passed = passed.plus(by);
    }

    long now() {
        return nodes.nanoTime();
    }

    HttpCopy copy(String location) {
        return new HttpCopy(new Copy(URI.create(location), 0), parts);
    }

    /** All of a file, with copies in the order of their preference. */
    HttpFile file(long size, String... locations) {
        return file(wanted(size, size == 0 ? List.of() : List.of(new ByteRange(0, size)), locations));
    }

    HttpFile file(WantedFile wanted) {
        List<HttpCopy> copies =
                wanted.copies().stream().map(copy -> new HttpCopy(copy, parts)).toList();
        HttpFile file = new HttpFile(
                wanted,
                copies,
                new CopyTrials(wanted.copies(), wanted.expected().size()));
        file.add(wanted);
        return file;
    }

    static WantedFile wanted(long size, List<ByteRange> ranges, String... locations) {
        List<Copy> copies = new ArrayList<>();
        for (String location : locations) copies.add(new Copy(URI.create(location), copies.size()));
        return new WantedFile(
                new FileId(1),
                new Epoch(1),
                StorePath.ofUtf8("file-1"),
                HttpFixture.listed(size),
                ranges,
                false,
                copies);
    }

    @Override
    public void close() {
        nodes.close();
        loops.close();
    }
}
