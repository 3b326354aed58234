package org.bdm.server.upkeep;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FollowingStore;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Names of files of one dataset version that symbolic links of others lead through: archives link what did not change from version to version,
 * so that taking the file would take it from them, too. Looked for are links among the other held versions, among holdings with the same
 * digest, and on disk in the directories beside that of the version. Belongs to one thread.
 */
final class NeededNames {
    private static final int SIBLINGS_MAX = 1_000;
    private static final int SAME_DIGEST_MAX = 100;

    private final Catalog catalog;
    private final LocalExports.Export export;
    private final FollowingStore following;
    private final DatasetName dataset;
    private final Set<StorePath> needed = new HashSet<>();
    private final Set<StorePath> lookedAt = new HashSet<>();

    NeededNames(Catalog catalog, LocalExports.Export export, String instanceId) {
        this.catalog = catalog;
        this.export = export;
        this.following = new FollowingStore(export.store(), anywhere -> true);
        this.dataset = DatasetName.of(instanceId);
        otherVersions();
    }

    private void otherVersions() {
        List<String> versions = catalog.holdings()
                .heldVersions(List.of(dataset.masterId()))
                .getOrDefault(dataset.masterId(), List.of());
        for (String version : versions) {
            if (DatasetName.of(version).key().equals(dataset.key())) continue;
            @Nullable String cursor = null;
            do {
                RowPage<Holding> page = catalog.holdings()
                        .page(new HoldingQuery(version, null, export.name(), StorePath.ROOT, cursor, RowPage.ROWS_MAX));
                page.rows().forEach(holding -> look(holding.path()));
                cursor = page.nextCursor();
            } while (cursor != null);
        }
    }

    /** True if another file needs this one to stay under its name. */
    boolean has(Holding holding) {
        List<Checksum> digests =
                holding.digests().stream().map(HoldingDigest::digest).toList();
        catalog.holdings().withDigests(digests, SAME_DIGEST_MAX).values().stream()
                .flatMap(List::stream)
                .filter(same -> same.export().equals(export.name()))
                .forEach(this::lookUnlessOwn);
        beside(holding.path());
        return needed.contains(holding.path());
    }

    private void lookUnlessOwn(Holding same) {
        String of = same.dataset();
        if (of == null || !DatasetName.of(of).key().equals(dataset.key())) look(same.path());
    }

    /** The same name in the directories beside that of the version. */
    private void beside(StorePath path) {
        String directory = dataset.versionDirectory().orElse("");
        if (directory.isEmpty()) return;
        FileName version = FileName.ofUtf8(directory);
        int at = path.names().lastIndexOf(version);
        if (at < 0) return;
        StorePath above = new StorePath(path.names().subList(0, at));
        List<FileName> rest = path.names().subList(at + 1, path.names().size());
        for (DirectoryEntry entry :
                export.store().list(above, null, SIBLINGS_MAX).entries()) {
            FileStatus status = entry.status();
            boolean isOther = status != null
                    && status.kind() == FileKind.DIRECTORY
                    && !entry.name().equals(version);
            if (isOther) look(new StorePath(rest).below(above.child(entry.name())));
        }
    }

    private void look(StorePath candidate) {
        if (!lookedAt.add(candidate)) return;
        try {
            Optional<FileStatus> status = export.store().status(candidate);
            if (status.isEmpty() || status.get().kind() != FileKind.SYMBOLIC_LINK) return;
            Set<StorePath> way = new HashSet<>(following.wayTo(candidate));
            way.remove(candidate);
            needed.addAll(way);
        } catch (MoverException e) {
            switch (e.code()) {
                case LINK_DANGLING, LINK_LEAVES_TREE, LINK_LOOP, SOURCE_NOT_FOUND, PATH_BLOCKED, NOT_A_DIRECTORY -> {
                    // it leads to nothing that could be taken from it
                }
                default -> throw e;
            }
        }
    }
}
