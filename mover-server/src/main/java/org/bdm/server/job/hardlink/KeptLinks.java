package org.bdm.server.job.hardlink;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.FileState;
import org.bdm.core.transfer.HeldFile;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.file.Files.OtherNames;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.site.access.LocalExports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rule of {@code --hard-links keep}: of the open names of one file the first is transferred, the others wait for it and become hard links of
 * what was placed. If it fails, the next one is the first. Where the destination cannot link, every name is transferred. May block.
 */
public final class KeptLinks {
    private static final Logger LOG = LoggerFactory.getLogger(KeptLinks.class);

    private final Catalog catalog;
    private final LocalExports exports;
    private final boolean areKept;

    /** Of a job with these settings. */
    public KeptLinks(Catalog catalog, LocalExports exports, JobSettings settings) {
        this.catalog = catalog;
        this.exports = exports;
        this.areKept = settings.hardLinks() == JobSettings.HardLinkNames.KEEP;
    }

    /** Decides about open files of one job. */
    public NamesToLink of(JobId job, List<FileRow> rows) {
        if (!areKept) return NamesToLink.NONE;
        List<FileRow> linkable = rows.stream()
                .filter(row -> row.status().kind() == FileKind.FILE && canLink(exports, export(row)))
                .toList();
        if (linkable.isEmpty()) return NamesToLink.NONE;
        Map<FileId, OtherNames> names = catalog.files()
                .otherNames(job, linkable.stream().map(FileRow::id).toList());
        Map<FileId, Optional<LinkTarget>> looked = new HashMap<>();
        Map<FileId, LinkTarget> targets = new HashMap<>();
        Map<FileId, FileId> waiting = new HashMap<>();
        for (FileRow row : linkable) {
            OtherNames others = names.get(row.id());
            if (others == null) continue;
            FileId first = others.firstOpen();
            Optional<LinkTarget> target = target(row, others.there(), looked);
            if (target.isPresent()) targets.put(row.id(), target.get());
            else if (first != null && first.number() < row.id().number()) waiting.put(row.id(), first);
        }
        return new NamesToLink(targets, waiting);
    }

    /** True if the file system of the export has hard links that can be relied on. */
    private static boolean canLink(LocalExports exports, ExportName export) {
        return exports.isHere(export)
                && exports.find(export).store().abilities().traits().stableInodes();
    }

    /** True if a job with these settings links names of one file that go to the export. */
    public static boolean areKept(JobSettings settings, LocalExports exports, ExportName export) {
        return settings.hardLinks() == JobSettings.HardLinkNames.KEEP && canLink(exports, export);
    }

    private static ExportName export(FileRow row) {
        return row.item().destination().export();
    }

    private Optional<LinkTarget> target(FileRow row, List<FileRow> there, Map<FileId, Optional<LinkTarget>> looked) {
        FileVersion listed = row.status().version();
        return there.stream()
                .filter(other -> other.status().version().sameButForChangeTime(listed))
                .flatMap(other -> looked.computeIfAbsent(other.id(), id -> look(other)).stream())
                .filter(target -> isExpected(row, target))
                .findFirst();
    }

    private static boolean isExpected(FileRow row, LinkTarget target) {
        Checksum digest = target.file().evidence().digest();
        return row.deciding().isEmpty() || row.deciding().get().equals(digest);
    }

    /** Returns the file under a name that ended, if it still has the size and time of the source and a source vouches for its bytes. */
    private Optional<LinkTarget> look(FileRow row) {
        Endpoint root = row.item().destination();
        try {
            StorePath path = row.path().below(root.path());
            FileStatus now = exports.find(root.export()).store().status(path).orElse(null);
            if (now == null || now.kind() != FileKind.FILE || now.version().inode() == 0) return Optional.empty();
            FileVersion listed = row.status().version();
            boolean isAsListed =
                    now.version().size() == listed.size() && now.version().keepsTime(listed.modified());
            if (!isAsListed) return Optional.empty();
            return evidence(row, root.export(), path, now.version())
                    .map(known -> new LinkTarget(root.export(), new HeldFile(path, now.version(), known)));
        } catch (MoverException e) {
            LOG.debug("{} is not linked to: {}", row.id(), e.detail());
            return Optional.empty();
        }
    }

    private Optional<Evidence> evidence(FileRow row, ExportName export, StorePath path, FileVersion now) {
        if (row.state() == FileState.DONE) return Optional.ofNullable(row.evidence());
        Holding holding = catalog.holdings().find(export, List.of(path)).get(path);
        if (holding == null || !holding.state().isUsable()) return Optional.empty();
        boolean isAsKnown = holding.size() == now.size() && holding.modified().equals(now.modified());
        if (!isAsKnown) return Optional.empty();
        // a link to bytes that nobody but this site vouches for would vouch for them in the name of the source
        return holding.digests().stream()
                .filter(known -> known.origin().isVouchedBySource())
                .max(Comparator.comparing(known -> known.origin().code()))
                .map(HoldingDigest::digest)
                .map(digest -> new Evidence(EvidenceLevel.STREAM, digest));
    }
}
