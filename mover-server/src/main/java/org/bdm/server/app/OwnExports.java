package org.bdm.server.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.ExportId;
import org.bdm.core.store.Hsm;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.Nodes;
import org.bdm.server.catalog.node.OfferedExport;
import org.bdm.server.demo.DemoSpace;
import org.bdm.server.holding.record.HoldingsInOtherDirectory;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.SiteNodes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which directories are behind the exports of this process. A directory that may be written to has a name of its own, which it keeps
 * itself; the catalog remembers it. So a file system that is not mounted, another one of the same name on another node, and a directory of
 * another catalog are noticed before a byte is written.
 */
final class OwnExports {
    private static final Logger LOG = LoggerFactory.getLogger(OwnExports.class);
    private static final int ID_BYTES = 16;

    private final Nodes nodes;
    private final String site;
    private final Set<String> accepted;
    private final ToLongFunction<ExportName> doubted;
    private final SecureRandom random;
    private final String catalogId;

    /**
     * With the nodes of the site.
     *
     * @param accepted names of exports whose directory a person has accepted, whatever was known of it
     * @param doubted no longer vouches for what such an export holds, and returns how many files that are
     */
    OwnExports(
            Nodes nodes, String site, Set<String> accepted, ToLongFunction<ExportName> doubted, SecureRandom random) {
        this.nodes = nodes;
        this.site = site;
        this.accepted = Set.copyOf(accepted);
        this.doubted = doubted;
        this.random = random;
        this.catalogId = nodes.catalogId();
    }

    /** Codes of what a person has to settle before the server may run: which directory it is, and who else writes there, is not known. */
    private static final Set<ErrorCode> NOT_STARTED_WITH = EnumSet.of(
            ErrorCode.EXPORT_DIFFERS,
            ErrorCode.EXPORT_MISSING,
            ErrorCode.ALREADY_RUNNING,
            ErrorCode.CONFINEMENT_UNAVAILABLE,
            ErrorCode.INTERNAL);

    /** An export as it was given at start, and opened. Belongs to the starting thread until it is offered. */
    static final class Opened implements AutoCloseable {
        private final ExportSetting setting;
        private LocalStore store;
        private @Nullable MoverException problem;
        private @Nullable Hsm hsm;

        Opened(ExportSetting setting, LocalStore store) {
            this.setting = setting;
            this.store = store;
        }

        ExportSetting setting() {
            return setting;
        }

        LocalStore store() {
            return store;
        }

        /** Returns why it is offered read-only though it was given as writable; null if it is offered as it was given. */
        @Nullable MoverException problem() {
            return problem;
        }

        /** Keeps readers off files that are offline. Before the export is offered. */
        void watch(Hsm by) {
            hsm = by;
            store.watch(by);
        }

        private void offerReadOnly(MoverException why) {
            LOG.warn("export {} is offered read-only: {}", setting.name(), why.sentence());
            store.close();
            problem = why;
            store = LocalStore.openReadOnly(new ExportRoot(setting.name(), setting.directory()));
            if (hsm != null) store.watch(hsm);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    /** Opens an export, which other processes of the site may have as well if it is shared. */
    static Opened open(ExportSetting export, boolean isShared) {
        ExportRoot root = new ExportRoot(export.name(), export.directory());
        LocalStore store;
        if (!export.writable()) store = LocalStore.openReadOnly(root);
        else store = isShared ? LocalStore.openShared(root) : LocalStore.openWritable(root);
        return new Opened(export, store);
    }

    /** The exports of this process, and what is known of those of other nodes. */
    static LocalExports local(List<Opened> opened, OwnBuckets buckets, SiteNodes nodes, boolean isDemo) {
        Stream<LocalExports.Export> directories = opened.stream()
                .map(export -> new LocalExports.Export(
                        export.setting().name(),
                        export.setting().directory().toString(),
                        export.store(),
                        export.problem()));
        return new LocalExports(
                Stream.concat(directories, buckets.local().stream()).toList(),
                nodes::others,
                nodes::lookAgain,
                isDemo ? DemoSpace.ofExports() : Map.of());
    }

    /** Returns the exports that this process offers, as {@link #offered(List)}. */
    static List<OfferedExport> of(
            List<Opened> exports,
            OwnBuckets buckets,
            Catalog catalog,
            ServerSettings settings,
            Clock clock,
            SecureRandom random) {
        Set<String> accepted = Set.copyOf(settings.options().acceptExports);
        HoldingsInOtherDirectory doubted = new HoldingsInOtherDirectory(catalog, clock);
        OwnExports own = new OwnExports(catalog.nodes(), settings.site().value(), accepted, doubted::of, random);
        return Stream.concat(own.offered(exports).stream(), buckets.offered().stream())
                .toList();
    }

    /**
     * Returns the exports that this process offers. Directories that have no name yet get one, and the file systems of those that are
     * writable are tried out: one that cannot be written safely, or not at all, is offered read-only, and the others run.
     *
     * @throws MoverException EXPORT_DIFFERS
     */
    List<OfferedExport> offered(List<Opened> exports) {
        List<OfferedExport> offered = new ArrayList<>();
        for (Opened export : exports) {
            String name = export.setting().name().value();
            @Nullable String rootId = rootId(export, name);
            offered.add(
                    new OfferedExport(name, rootId, export.store().abilities().writable()));
        }
        return offered;
    }

    private @Nullable String rootId(Opened export, String name) {
        boolean isWritable = export.store().abilities().writable();
        try {
            String rootId = rootId(export, name, isWritable);
            if (isWritable) export.store().tryOut();
            return rootId;
        } catch (MoverException e) {
            if (!isWritable || NOT_STARTED_WITH.contains(e.code())) throw e;
            export.offerReadOnly(e);
            return rootIdToRead(export);
        }
    }

    private @Nullable String rootIdToRead(Opened export) {
        try {
            return export.store()
                    .exportId()
                    .filter(id -> id.catalogId().equals(catalogId))
                    .map(ExportId::rootId)
                    .orElse(null);
        } catch (MoverException unreadable) {
            return null;
        }
    }

    private @Nullable String rootId(Opened export, String name, boolean isWritable) {
        Optional<ExportId> there = export.store().exportId();
        boolean isOurs = there.isPresent() && there.get().catalogId().equals(catalogId);
        if (!isWritable) return isOurs ? there.get().rootId() : null;
        if (isOurs) return there.get().rootId();
        if (accepted.contains(name)) return accept(export, there);
        if (there.isPresent()) throw foreign(export, there.get());
        List<String> known = nodes.rootsOf(name);
        if (!known.isEmpty()) throw unknown(export, known.get(known.size() - 1));
        export.store().tryOut();
        ExportId made = export.store().makeExportId(fresh());
        if (!made.catalogId().equals(catalogId)) throw foreign(export, made);
        return made.rootId();
    }

    private String accept(Opened export, Optional<ExportId> before) {
        ExportId own = fresh();
        // Before the directory gets its name: after a crash in between it has to be accepted once more.
        boolean isRefusedSoon = nodes.isOfferedByOthers(export.setting().name().value());
        long files = isRefusedSoon ? 0 : doubted.applyAsLong(export.setting().name());
        if (files > 0)
            LOG.warn(
                    "{} files that were held in export {} are not vouched for in its other directory before they were"
                            + " looked at and read there: run 'bdm-client hold --scan bdm://{}/{}', then 'bdm-client verify'",
                    files,
                    export.setting().name(),
                    site,
                    export.setting().name());
        export.store().replaceExportId(own);
        LOG.warn(
                "export {} is {} from now on, directory {}; it was {}",
                export.setting().name(),
                export.setting().directory(),
                own.rootId(),
                before.map(id -> "directory " + id.rootId() + " of site " + id.site() + ", catalog " + id.catalogId())
                        .orElse("without a name"));
        return own.rootId();
    }

    private ExportId fresh() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return new ExportId(HexFormat.of().formatHex(id), site, catalogId);
    }

    private static MoverException foreign(Opened export, ExportId id) {
        return new MoverException(
                ErrorCode.EXPORT_DIFFERS,
                "export '" + export.setting().name() + "', " + export.setting().directory() + ", belongs to site "
                        + id.site() + " with catalog " + id.catalogId()
                        + ", which may have work in it: offer it read-only (NAME=DIR:ro), or use the catalog of that site;"
                        + " if that catalog is gone for good, start once with '--accept-export "
                        + export.setting().name() + "'");
    }

    private static MoverException unknown(Opened export, String known) {
        return new MoverException(
                ErrorCode.EXPORT_DIFFERS,
                "this site knows export '" + export.setting().name() + "' as directory " + known + ", but "
                        + export.setting().directory()
                        + " does not have that name: mount its file system; if it was moved or emptied on purpose,"
                        + " start once with '--accept-export "
                        + export.setting().name() + "'");
    }
}
