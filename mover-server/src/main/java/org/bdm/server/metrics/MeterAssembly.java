package org.bdm.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.site.access.LocalExports.Export;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.StoredBackup;

/** Assembles the meters of a server. Used once, by one thread. */
public final class MeterAssembly {
    /** The figures of the site cost a few queries. */
    private static final Duration SITE_EVERY = Duration.ofSeconds(10);

    /** Attention costs a query for each job that failed. */
    private static final Duration ATTENTION_EVERY = Duration.ofSeconds(60);

    private static final Duration SUBSCRIPTIONS_EVERY = Duration.ofSeconds(30);
    private static final Duration EXPORTS_EVERY = Duration.ofSeconds(10);
    private static final Duration BACKUPS_EVERY = Duration.ofSeconds(60);

    private final MeteredServer server;
    private final List<MeterSource> sources = new ArrayList<>();
    private final List<Refreshed<?>> figures = new ArrayList<>();

    private MeterAssembly(MeteredServer server) {
        this.server = server;
    }

    /** Returns the meters of a server: those of its roles. */
    public static ScrapedMeters of(MeteredServer server) {
        MeterAssembly assembly = new MeterAssembly(server);
        assembly.addProcess();
        server.data().ifPresent(assembly::addData);
        server.attention().ifPresent(assembly::addSite);
        return new ScrapedMeters(server.identity().site(), assembly.sources, assembly.figures, server.environment());
    }

    private void addProcess() {
        MeteredServer.Identity identity = server.identity();
        sources.add(samples -> samples.add(
                DeclaredMeter.NODE_INFO, 1, "node-" + identity.node(), identity.version(), identity.roles()));
        sources.add(new PeerMeters(server.work().contacts()));
        sources.add(new CatalogMeters(server.catalog()::load));
        sources.add(new EventStreamMeters(server.upkeep().events()));
        Backups backups = server.upkeep().backups();
        sources.add(new BackupMeters(backups, refreshed("backups", BACKUPS_EVERY, () -> newest(backups))));
        Map<String, Refreshed<ExportRoom>> rooms = new LinkedHashMap<>();
        for (Export export : server.work().exports().all()) {
            rooms.put(export.name().value(), refreshed("exports", EXPORTS_EVERY, () -> ExportRoom.read(export)));
        }
        sources.add(new ExportMeters(rooms));
    }

    private static Optional<Instant> newest(Backups backups) {
        return backups.all().stream().map(StoredBackup::beganAt).max(Instant::compareTo);
    }

    private void addData(MeteredServer.Data data) {
        sources.add(new TransferMeters(server.work().live(), server.identity().site(), this::peers));
        sources.add(new CacheMeters(data.cache(), data.shares()));
        sources.add(new DataPortMeters(data.port(), this::peers));
        sources.add(new DataNodeMeters(data.dataNodes()));
    }

    private List<String> peers() {
        return server.work().contacts().all().keySet().stream()
                .map(SiteName::value)
                .toList();
    }

    private void addSite(Supplier<Map<String, Integer>> attention) {
        Catalog catalog = server.catalog();
        sources.add(new SiteMeters(
                refreshed("site", SITE_EVERY, () -> SiteFigures.read(catalog)),
                server.environment().clock()));
        Refreshed<List<Subscription>> alive = refreshed(
                "subscriptions",
                SUBSCRIPTIONS_EVERY,
                () -> catalog.subscriptions().alive());
        sources.add(new SubscriptionMeters(alive));
        sources.add(new HookMeters(refreshed(
                "hooks", SUBSCRIPTIONS_EVERY, () -> server.catalog().hooks().all())));
        sources.add(new AttentionMeters(refreshed("attention", ATTENTION_EVERY, attention)));
    }

    private <T> Refreshed<T> refreshed(String name, Duration every, Supplier<T> reading) {
        Refreshed<T> figure = new Refreshed<>(
                name,
                every,
                reading,
                server.environment().threads(),
                server.environment().nanoTime());
        figures.add(figure);
        return figure;
    }
}
