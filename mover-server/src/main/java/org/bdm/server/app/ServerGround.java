package org.bdm.server.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bdm.core.id.ExportName;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.connections.TrustedAuthorities;
import org.bdm.server.demo.DemoData;
import org.bdm.server.demo.DemoHome;
import org.bdm.server.extension.Extensions;
import org.bdm.server.hsm.ExportHsm;
import org.bdm.server.hsm.HsmSettings;
import org.bdm.server.site.access.NodeKeyRequest;
import org.bdm.server.tracing.Tracing;

/**
 * The parts that a node stands on: its home, its keys, its catalog and its exports.
 *
 * @param web begun already, because it takes longest to start
 * @param exports directories that this process has
 * @param buckets stores of objects, and exports in them
 */
record ServerGround(
        HomeDirectory home,
        WebStart web,
        Tracing traces,
        NodeCredentials credentials,
        ServingNode serving,
        Catalog catalog,
        List<OwnExports.Opened> exports,
        OwnBuckets buckets) {
    /** The exports as other nodes and sites are told of them. */
    List<OfferedExport> offered(ServerSettings settings, Clock clock, SecureRandom random) {
        return OwnExports.of(exports, buckets, catalog, settings, clock, random);
    }

    /** Notes how a part that has started is stopped. */
    interface Started {
        <T> T started(T part, Consumer<T> stop);
    }

    /** Lays the ground, in the order in which each part needs those before it. */
    record Laying(ServerSettings settings, Extensions extensions, Clock clock, SecureRandom random, Started stops) {
        private static final Duration SIGNATURE_PATIENCE = Duration.ofSeconds(20); // before the others think it lost

        ServerGround lay(Map<String, String> environment) {
            CatalogLocation location = settings.catalogLocation(environment);
            if (settings.sharesCatalog()) BackupOptions.refuseForPostgreSql(settings.options());
            if (settings.options().caFile != null) TrustedAuthorities.use(settings.options().caFile);
            ExtensionPoints.require(extensions, settings);
            HomePlacement.check(settings, location.file().orElse(null));
            location.file().ifPresent(file -> DemoHome.refuseOther(settings.home(), file, settings.isDemo()));
            HomeDirectory home = stops.started(HomeDirectory.lock(settings.home()), HomeDirectory::close);
            boolean isFirst = home.beginFirstStart(location.file());
            Tracing traces = stops.started(settings.tracing(), Tracing::close);
            WebStart begun = stops.started(
                    WebStart.begin(
                            settings, extensions, home, traces.observations().orElse(null), environment),
                    WebStart::abandon);
            NodeKey ofNode = NodeKey.loadOrCreate(home.nodeKey(), clock, random);
            NodeKey key = settings.siteKey(ofNode);
            boolean mayJoin = settings.sharesCatalog() && settings.options().siteKey == null;
            ServingNode serving = ServingNode.ofHome(ofNode.node(), key.node(), mayJoin, home.directory());
            Catalog catalog = openCatalog(location, serving, isFirst);
            NodeCredentials credentials =
                    new NodeKeyRequest(catalog.nodeKeys(), clock).credentials(key, SIGNATURE_PATIENCE);
            List<OwnExports.Opened> exports = openedExports(location.isPostgreSql(), home);
            OwnBuckets buckets = stops.started(new OwnBuckets(settings, home, clock, random), OwnBuckets::close);
            return new ServerGround(home, begun, traces, credentials, serving, catalog, exports, buckets);
        }

        private Catalog openCatalog(CatalogLocation location, ServingNode serving, boolean isFirst) {
            LeaseClock leases = location.isPostgreSql() ? LeaseClock.ofDatabase() : LeaseClock.ofProcess(clock);
            CatalogSettings opening =
                    new CatalogSettings(serving, isFirst, clock, leases, settings.catalogPatience(), CatalogLoss::end);
            if (settings.isDemo() && isFirst) {
                DemoData.of(extensions).make(settings.home(), location, opening, settings.demo(clock));
            }
            Catalog opened = stops.started(Catalog.open(location, opening), Catalog::close);
            if (opened.isDemo() != settings.isDemo()) throw DemoHome.isDemoData("the catalog " + location);
            return opened;
        }

        /** The exports of this process; shared with the other nodes of the site if they share a catalog. */
        private List<OwnExports.Opened> openedExports(boolean isShared, HomeDirectory home) {
            Map<ExportName, HsmSettings> hsms = HsmSetting.ofExports(settings.options(), settings.exports());
            List<OwnExports.Opened> opened = new ArrayList<>();
            for (ExportSetting export : settings.exports()) {
                OwnExports.Opened each = OwnExports.open(export, isShared);
                opened.add(each);
                stops.started(each, OwnExports.Opened::close);
                HsmSettings hsm = hsms.get(export.name());
                if (hsm != null) watch(each, hsm, home);
            }
            return opened;
        }

        private void watch(OwnExports.Opened export, HsmSettings hsm, HomeDirectory home) {
            ExportSetting setting = export.setting();
            ExportHsm.Place place =
                    new ExportHsm.Place(new ExportRoot(setting.name(), setting.directory()), home.temporary());
            ExportHsm asked = new ExportHsm(place, hsm, file -> export.store().allocation(file), clock);
            export.watch(stops.started(asked, ExportHsm::close));
        }
    }
}
