package org.bdm.server.app;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.s3.http.CredentialsFile;
import org.bdm.core.s3.http.S3Service;
import org.bdm.core.s3.http.S3Timing;
import org.bdm.core.source.http.node.HttpLoops;
import org.bdm.core.source.http.node.HttpSettings;
import org.bdm.core.source.http.node.HttpTiming;
import org.bdm.core.source.http.node.NodePolicies;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.bucket.BucketDestinations;
import org.bdm.server.job.run.FetchSessions;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** The stores of objects of this process, and the exports in them. Connects to none before it is asked for something. */
final class OwnBuckets implements AutoCloseable {
    private static final int ROOT_ID_BYTES = 16;

    private final @Nullable HttpLoops loops; // null without stores
    private final List<BucketExport> exports;
    private final Map<String, S3Service> services = new HashMap<>();
    private final BucketJournals journals;
    private final SecureRandom random;
    private final Clock clock;

    /** Reads the credentials once, so that a file that cannot be used is told at the start. */
    OwnBuckets(ServerSettings settings, HomeDirectory home, Clock clock, SecureRandom random) {
        this.journals = new BucketJournals(home.uploads());
        this.random = random;
        this.clock = clock;
        this.exports = settings.s3().exports();
        this.loops = settings.s3().stores().isEmpty() ? null : connected(settings);
    }

    /** Makes the services of the stores; returns the loops of their connections. */
    private HttpLoops connected(ServerSettings settings) {
        HttpLoops made = new HttpLoops(settings.sizes().of(NodeSizes.Size.STREAM_LOOPS));
        Map<String, NodePolicy> policies = new HashMap<>();
        settings.dataNodes().forEach(node -> policies.put(node.node(), node.policy()));
        settings.s3().addToHostsOfBuckets(policies);
        HttpSettings http = new HttpSettings(
                DataNodes.userAgent(settings.options().contact),
                S3Service.CONNECTIONS_MAX,
                new NodePolicies(policies),
                HttpTiming.USUAL);
        S3Service.Outside outside = new S3Service.Outside(
                made,
                http,
                settings.guard().proxy(),
                clock,
                random,
                time -> Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000));
        settings.s3().stores().forEach((name, endpoint) -> {
            endpoint.credentials().ifPresent(CredentialsFile::check);
            services.put(name, new S3Service(endpoint, outside, S3Timing.USUAL));
        });
        return made;
    }

    /** The exports as other nodes and sites are told of them. */
    List<OfferedExport> offered() {
        return exports.stream()
                .map(export -> new OfferedExport(
                        export.name().value(), export.writable() ? rootId(export) : null, export.writable()))
                .toList();
    }

    /** Stands for the address, which is what a bucket is known by: no name can be laid into it without writing there. */
    private String rootId(BucketExport export) {
        String address = store(export).bucket().shown() + "/" + export.prefix();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(address.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, ROOT_ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The exports. */
    List<LocalExports.Export> local() {
        return exports.stream()
                .map(export -> new LocalExports.Export(export.name(), export.shown(), store(export)))
                .toList();
    }

    private ObjectStore store(BucketExport export) {
        S3Service service = Objects.requireNonNull(services.get(export.store()), "settings were checked");
        return new ObjectStore(service.bucket(export.bucket()), export.prefix(), export.writable());
    }

    /** Returns the manners of the stores of this process. */
    AskedStores asked(Catalog catalog) {
        return new AskedStores(catalog, StoreWait.asleep(clock), () -> Long.toHexString(random.nextLong()));
    }

    /** The places to which jobs write. */
    FetchSessions.Inside inside(Catalog catalog, LocalExports local) {
        BucketDestinations buckets = new BucketDestinations(
                catalog, local, journals, StoreWait.asleep(clock), () -> Long.toHexString(random.nextLong()));
        return new FetchSessions.Inside(local, buckets);
    }

    @Override
    public void close() {
        journals.close();
        services.values().forEach(S3Service::close);
        if (loops != null) loops.close();
    }
}
