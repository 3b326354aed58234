package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.BlockCache;
import org.bdm.core.cache.CacheQuota;
import org.bdm.core.cache.CacheShare;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.WebProxy;
import org.bdm.core.source.http.question.Validators;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;

/** Sources with a clock that can be turned, and a cache in which every block must be back at the end. */
public final class HttpFixture implements AutoCloseable {
    public static final int BLOCK_BYTES = 256 << 10;
    static final HttpTiming TIMING = new HttpTiming(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            50 << 10,
            Duration.ofMillis(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(10));

    /** Some published digest: the source does not compare it. */
    static final Checksum PUBLISHED = Checksum.ofHex(ChecksumAlgorithm.MD5, "0".repeat(32));

    final BlockCache cache;
    final CacheShare receiving;
    final HttpLoops loops = new HttpLoops(2);
    final HttpNodes nodes;
    private final AtomicLong turned = new AtomicLong();
    private final List<HttpSource> sources = new ArrayList<>();
    ValidatorMemory memory = ValidatorMemory.none();
    MissingCopyListener missing = MissingCopyListener.none();

    HttpFixture(FakeDataNode... allowed) {
        this(32, 6, Map.of(), allowed);
    }

    HttpFixture(int blocks, int connections, Map<String, NodePolicy> policies, FakeDataNode... allowed) {
        this(WebProxy.NONE, blocks, connections, policies, allowed);
    }

    /** Where data nodes are asked through a proxy. */
    HttpFixture(WebProxy proxy, Map<String, NodePolicy> policies) {
        this(proxy, 16, 4, policies);
    }

    private HttpFixture(
            WebProxy proxy, int blocks, int connections, Map<String, NodePolicy> policies, FakeDataNode... allowed) {
        List<String> names = new ArrayList<>();
        for (FakeDataNode node : allowed) {
            names.add(node.authority());
            names.add("localhost:" + node.port());
        }
        cache = new BlockCache(blocks, BLOCK_BYTES);
        receiving = cache.share(new CacheQuota("receiving", 0, blocks));
        nodes = new HttpNodes(
                new HttpSettings(
                        "bdm-test/1 (+mailto:nobody@example.org)", connections, new NodePolicies(policies), TIMING),
                new AddressGuard(names, proxy),
                NameResolver.ofSystem(),
                loops,
                new HttpNodes.Environment(
                        () -> Instant.ofEpochSecond(1_700_000_000L).plusNanos(turned.get()),
                        () -> System.nanoTime() + turned.get(),
                        new Random(1)));
    }

    /** Turns the clock on. */
    void turn(Duration by) {
        turned.addAndGet(by.toNanos());
    }

    HttpSource source(SourceListener listener) {
        HttpSource source = new HttpSource(new HttpSourceParts(nodes, receiving, memory, missing));
        source.open(listener).toCompletableFuture().join();
        sources.add(source);
        return source;
    }

    /** The same want, of a file of which no digest is published. */
    static WantedFile unvouched(WantedFile file) {
        List<Copy> copies = file.copies().stream()
                .map(copy -> copy.decidedBy(Optional.empty()))
                .toList();
        return new WantedFile(
                file.file(), file.epoch(), file.path(), file.expected(), file.ranges(), file.packable(), copies);
    }

    /** All of a file, listed by an index with this size and an MD5. */
    static WantedFile wanted(int number, long size, URI... locations) {
        return wanted(number, 1, size, size == 0 ? List.of() : List.of(new ByteRange(0, size)), locations);
    }

    static WantedFile wanted(int number, int epoch, long size, List<ByteRange> ranges, URI... locations) {
        List<Copy> copies = new ArrayList<>();
        for (URI location : locations) copies.add(new Copy(location, copies.size()).decidedBy(Optional.of(PUBLISHED)));
        return new WantedFile(
                new FileId(number),
                new Epoch(epoch),
                StorePath.ofUtf8("file-" + number),
                listed(size),
                ranges,
                false,
                copies);
    }

    static FileVersion listed(long size) {
        Instant time = Instant.ofEpochSecond(1_400_000_000L);
        return new FileVersion(size, time, time, 0);
    }

    /** Bytes that begin as netCDF-4 does. */
    static byte[] netcdf(int size, long seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        byte[] magic = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1A, '\n'};
        System.arraycopy(magic, 0, bytes, 0, Math.min(size, magic.length));
        return bytes;
    }

    /** A memory as a catalog keeps one. */
    static final class KeptValidators implements ValidatorMemory {
        final Map<String, Validators> kept = new HashMap<>();

        @Override
        public synchronized java.util.concurrent.CompletionStage<java.util.Optional<Validators>> recall(
                FileId file, URI location) {
            return java.util.concurrent.CompletableFuture.completedFuture(
                    java.util.Optional.ofNullable(kept.get(file + " " + location)));
        }

        @Override
        public synchronized java.util.concurrent.CompletionStage<Void> remember(
                FileId file, URI location, Validators validators) {
            kept.put(file + " " + location, validators);
            return java.util.concurrent.CompletableFuture.completedFuture(null);
        }
    }

    /** Closes all; no block may be missing. */
    @Override
    public void close() {
        sources.forEach(HttpSource::close);
        org.awaitility.Awaitility.await()
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .atMost(10, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(cache.blocksFree()).isEqualTo(cache.blocks()));
        nodes.close();
        loops.close();
    }
}
