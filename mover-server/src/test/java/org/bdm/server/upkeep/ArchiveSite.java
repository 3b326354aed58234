package org.bdm.server.upkeep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.s3.MemoryBucket;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.testkit.TurnedClock;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.dataset.ReplicaClaim;
import org.bdm.server.catalog.dataset.ReplicaCopy;
import org.bdm.server.catalog.dataset.ReplicaDigest;
import org.bdm.server.catalog.dataset.ReplicaFile;
import org.bdm.server.catalog.dataset.ReplicaNode;
import org.bdm.server.catalog.dataset.ReplicaSet;
import org.bdm.server.catalog.dataset.ReplicaSetSummary;
import org.bdm.server.catalog.dataset.ReplicaVariant;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.holding.DatasetMark;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;

/** A site with a real archive in the export "in", a real catalog, and a clock that is turned. Files have their names as content. */
final class ArchiveSite implements AutoCloseable {
    static final ExportName IN = new ExportName("in");
    static final ExportName OUT = new ExportName("out");
    static final String MASTER = "CMIP6.CMIP.X.M.historical.r1i1p1f1.Amon.tas.gn";
    static final String OLD = MASTER + ".v20190101";
    static final String NEW = MASTER + ".v20200101";
    private static final NodeId NODE = new NodeId("a".repeat(64));

    final Path directory;
    final TurnedClock clock = new TurnedClock();
    final LocalStore store;
    final LocalExports exports;
    final MemoryBucket bucket = new MemoryBucket(clock);
    final ObjectStore objects = new ObjectStore(bucket, "tree", true);
    private final CatalogLocation location;
    Catalog catalog;
    Purging purging;

    ArchiveSite(Path home) {
        try {
            directory = Files.createDirectories(home.resolve("archive"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        location = TestDatabase.preparedBelow(home, NODE);
        store = LocalStore.openWritable(new ExportRoot(IN, directory));
        exports = new LocalExports(List.of(
                new LocalExports.Export(IN, directory.toString(), store),
                new LocalExports.Export(OUT, "s3://x/bucket/tree", objects)));
        open();
    }

    private void open() {
        catalog = Catalog.open(location, new CatalogSettings(NODE, clock, reason -> {}));
        purging = new Purging(catalog, exports, stores(), new AuditTrail(catalog, clock));
    }

    AskedStores stores() {
        return new AskedStores(catalog, new StoreWait(clock, clock::turn), () -> "0");
    }

    /** The process ends and starts again. */
    void restart() {
        purging.close();
        catalog.close();
        open();
        purging.start();
    }

    /** The same, and another program wrote into the catalog meanwhile. */
    void restartAfter(String... statements) {
        purging.close();
        catalog.close();
        try (Connection connection = DriverManager.getConnection(location.jdbcUrl(), location.user(), "");
                Statement statement = connection.createStatement()) {
            for (String sql : statements) statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        open();
        purging.start();
    }

    static String path(String dataset, String name) {
        return dataset.replace('.', '/') + "/" + name;
    }

    Path on(String path) {
        return directory.resolve(path);
    }

    /** Writes files of a dataset and takes them as verified holdings. */
    void hold(String dataset, String... names) {
        for (String name : names) write(path(dataset, name), name);
        catalog.holdings()
                .put(Stream.of(names).map(name -> verified(dataset, name)).toList())
                .join();
    }

    /** Puts files of a dataset into the bucket and takes them as verified holdings. */
    void holdObjects(String dataset, String... names) {
        for (String name : names) bucket.foreign(key(dataset, name), name.getBytes(StandardCharsets.UTF_8));
        catalog.holdings()
                .put(Stream.of(names).map(name -> verifiedObject(dataset, name)).toList())
                .join();
    }

    static String key(String dataset, String name) {
        return "tree/" + path(dataset, name);
    }

    private Holding verifiedObject(String dataset, String name) {
        StorePath path = StorePath.ofUtf8(path(dataset, name));
        FileVersion version = objects.status(path).orElseThrow().version();
        return verified(OUT, path, dataset, version, version.inode());
    }

    void write(String path, String content) {
        try {
            Files.createDirectories(on(path).getParent());
            Files.write(on(path), content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void link(String path, String target) {
        try {
            Files.createDirectories(on(path).getParent());
            Files.createSymbolicLink(on(path), Path.of(target));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes what is on disk as a verified holding. */
    void take(String dataset, String name) {
        catalog.holdings().put(List.of(verified(dataset, name))).join();
    }

    private Holding verified(String dataset, String name) {
        StorePath path = StorePath.ofUtf8(path(dataset, name));
        FileVersion version = new FollowingStore(store, anywhere -> true)
                .status(path)
                .orElseThrow()
                .version();
        return verified(IN, path, dataset, version, 0);
    }

    private Holding verified(ExportName export, StorePath path, String dataset, FileVersion version, long inode) {
        Instant now = clock.instant();
        Checksum digest = sha256(path.name().shown());
        return new Holding(
                export,
                path,
                dataset,
                version.size(),
                version.modified(),
                HoldingState.VERIFIED,
                now,
                List.of(new HoldingDigest(digest, DigestOrigin.PUBLISHED, now)),
                inode,
                null,
                null);
    }

    /** A person confirms that what is listed is all of it. */
    void confirm(String dataset) {
        ReplicaSetSummary seen =
                catalog.replicaSets().find(dataset).orElseThrow().summary();
        catalog.replicaSets()
                .confirm(dataset, seen.files(), seen.bytes(), "ann")
                .join();
    }

    HoldingState state(String dataset, String name) {
        return state(IN, dataset, name);
    }

    HoldingState state(ExportName export, String dataset, String name) {
        StorePath path = StorePath.ofUtf8(path(dataset, name));
        Holding holding = catalog.holdings().find(export, List.of(path)).get(path);
        return holding == null ? null : holding.state();
    }

    Optional<DatasetMark> mark(String dataset) {
        return catalog.marks().find(List.of(dataset)).values().stream().findFirst();
    }

    static Checksum sha256(String content) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        return digest.finish();
    }

    /** What catalogs say of a dataset from now on. */
    void publish(String dataset, boolean isRetracted, String... names) {
        publish(dataset, List.of(claim("east", isRetracted, OptionalLong.empty(), OptionalLong.empty())), names);
    }

    /** The same, and indexes announce so many files and bytes of it. */
    void announce(String dataset, List<ReplicaClaim> claims, String... names) {
        publish(dataset, claims, names);
    }

    /** These indexes list the dataset, and say the checksums of its files. */
    void publishDigests(String dataset, Set<String> indexes, String... names) {
        List<ReplicaClaim> claims = indexes.stream()
                .sorted()
                .map(index -> announcing(index, OptionalLong.empty(), OptionalLong.empty()))
                .toList();
        publish(dataset, claims, Map.of(ChecksumAlgorithm.SHA256, indexes), names);
    }

    /** What an index announces of a dataset at the only node. */
    static ReplicaClaim announcing(String index, OptionalLong files, OptionalLong bytes) {
        return claim(index, false, files, bytes);
    }

    private static ReplicaClaim claim(String index, boolean isRetracted, OptionalLong files, OptionalLong bytes) {
        return new ReplicaClaim(
                "a.org",
                index,
                Optional.empty(),
                Optional.empty(),
                Optional.of(isRetracted),
                Optional.empty(),
                files,
                bytes,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private void publish(String dataset, List<ReplicaClaim> claims, String... names) {
        publish(dataset, claims, Map.of(), names);
    }

    private void publish(
            String dataset, List<ReplicaClaim> claims, Map<ChecksumAlgorithm, Set<String>> saidBy, String... names) {
        boolean isRetracted =
                claims.stream().anyMatch(claim -> claim.retracted().orElse(false));
        List<ReplicaFile> files = Stream.of(names)
                .map(name -> new ReplicaFile(
                        name,
                        Optional.empty(),
                        OptionalLong.of(name.length()),
                        List.of(new ReplicaDigest(sha256(name), 1)),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(new ReplicaCopy(
                                "a.org",
                                Optional.empty(),
                                Optional.empty(),
                                true,
                                Set.of(ChecksumAlgorithm.SHA256),
                                saidBy))))
                .toList();
        ReplicaSet set = new ReplicaSet(
                dataset,
                "CMIP6",
                !isRetracted,
                isRetracted,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(new ReplicaVariant(0, files)),
                List.of(new ReplicaNode("a.org", true, isRetracted, OptionalInt.of(0), names.length, 0)),
                claims,
                List.of());
        catalog.replicaSets().put(set, Map.of()).join();
    }

    /** A plan of all that is marked, made. */
    PurgePlan plan(boolean withoutSuccessor) {
        return made(purging.plan("ann", new PurgeQuestion(List.of(), null, null, null, withoutSuccessor, false))
                .join()
                .number());
    }

    PurgePlan made(long plan) {
        return Awaitility.await()
                .until(() -> catalog.purges().find(plan).orElseThrow(), found -> found.state() != PurgeState.BUILDING);
    }

    /** The plan when it was applied. */
    PurgePlan apply(PurgePlan plan) {
        purging.apply(plan.number(), "bob", null).join();
        return applied(plan);
    }

    PurgePlan applied(PurgePlan plan) {
        return Awaitility.await()
                .until(
                        () -> catalog.purges().find(plan.number()).orElseThrow(),
                        found -> found.state() == PurgeState.APPLIED);
    }

    List<PurgeFile> files(PurgePlan plan) {
        return catalog.purges().files(plan.number(), 0, 1000);
    }

    List<String> events() {
        return catalog.events().after(null, 0, 1000).stream().map(Event::code).toList();
    }

    @Override
    public void close() {
        purging.close();
        catalog.close();
        store.close();
    }
}
