package org.bdm.server.holding.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.record.JobHoldings;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.interchange.write.ManifestWriter;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Gives manifests the files of a dataset version, or those that a job left here. Any thread that may block. */
public final class ManifestFiles {
    private static final int DATASETS_MAX = 10_000;

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;

    /** With its parts. */
    public ManifestFiles(Catalog catalog, LocalExports exports, OwnSite own) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
    }

    /**
     * Writes every file of the subject.
     *
     * @param subject {@code job-7}, or the instance id of a dataset version
     * @param addresses where a holding can be fetched from, the preferred one first
     * @throws MoverException UNKNOWN_JOB; NOT_FOUND if nothing is held of the dataset; EVIDENCE_MISSING if a file is in dispute or damaged;
     *     what the writer refuses
     */
    public void write(String subject, Function<Holding, List<URI>> addresses, ManifestWriter writer)
            throws IOException {
        try {
            if (JobHoldings.isJob(subject)) {
                new JobHoldings(catalog, exports, own).forEach(subject, holding -> add(holding, addresses, writer));
            } else {
                ofDataset(subject, addresses, writer);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        writer.end();
    }

    /** The first dataset of a subject: some manifests are of one alone. Null if its first file belongs to none. */
    public @Nullable DatasetName datasetOf(String subject) {
        if (!JobHoldings.isJob(subject)) return DatasetName.of(subject);
        return new JobHoldings(catalog, exports, own)
                .first(subject)
                .map(Holding::dataset)
                .map(DatasetName::of)
                .orElse(null);
    }

    /**
     * Returns the dataset versions that the files of a subject belong to, in the order of their first files.
     *
     * @throws MoverException UNKNOWN_JOB; TOO_LARGE if there are more than {@value #DATASETS_MAX}
     */
    public DatasetVersions versionsOf(String subject) {
        if (!JobHoldings.isJob(subject)) return new DatasetVersions(List.of(subject), 0);
        Set<String> versions = new LinkedHashSet<>();
        AtomicLong others = new AtomicLong();
        new JobHoldings(catalog, exports, own).forEach(subject, holding -> {
            DatasetName dataset = holding.dataset() == null ? null : DatasetName.of(holding.dataset());
            if (dataset == null || !dataset.hasVersion()) others.incrementAndGet();
            else versions.add(dataset.instanceId());
            if (versions.size() > DATASETS_MAX) {
                throw new MoverException(
                        ErrorCode.TOO_LARGE,
                        subject + " has files of more than " + DATASETS_MAX
                                + " dataset versions: name the datasets instead");
            }
        });
        return new DatasetVersions(List.copyOf(versions), others.get());
    }

    /** Returns the dataset versions that a job was to bring, by the directories of its files; a dataset is its own. UNKNOWN_JOB. */
    public List<String> wantedBy(String subject) {
        return JobHoldings.isJob(subject) ? new JobHoldings(catalog, exports, own).wanted(subject) : List.of(subject);
    }

    /**
     * The dataset versions of a subject.
     *
     * @param filesOfNone files that belong to no version of a dataset, as far as their directories tell
     */
    public record DatasetVersions(List<String> instanceIds, long filesOfNone) {
        /** Copies the list. */
        public DatasetVersions {
            instanceIds = List.copyOf(instanceIds);
        }
    }

    private void ofDataset(String instanceId, Function<Holding, List<URI>> addresses, ManifestWriter writer) {
        String cursor = null;
        boolean isAny = false;
        do {
            HoldingQuery query = new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            for (Holding holding : page.rows()) add(holding, addresses, writer);
            isAny |= !page.rows().isEmpty();
            cursor = page.nextCursor();
        } while (cursor != null);
        if (!isAny) throw new MoverException(ErrorCode.NOT_FOUND, "nothing is held here of " + instanceId);
    }

    private void add(Holding holding, Function<Holding, List<URI>> addresses, ManifestWriter writer) {
        if (holding.state() == HoldingState.DAMAGED || holding.state() == HoldingState.MISSING) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING,
                    holding.path() + " is " + holding.state()
                            + ": fetch it again before a manifest is made, with a job that overwrites it");
        }
        if (holding.state() == HoldingState.DISPUTED) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING,
                    holding.path() + " is DISPUTED: decide about it before a manifest is made, or fetch it again");
        }
        Map<ChecksumAlgorithm, HoldingDigest> strongest = new EnumMap<>(ChecksumAlgorithm.class);
        for (HoldingDigest digest : holding.digests()) {
            strongest.merge(
                    digest.digest().algorithm(),
                    digest,
                    (one, other) -> one.origin().compareTo(other.origin()) >= 0 ? one : other);
        }
        String path = new String(holding.path().bytes(), StandardCharsets.UTF_8);
        String root = exports.find(holding.export()).directory();
        try {
            writer.add(new ManifestFile(
                    holding.dataset() == null ? null : DatasetName.of(holding.dataset()),
                    path,
                    (root.equals("/") ? "" : root) + "/" + path,
                    holding.size(),
                    holding.modified(),
                    strongest.values().stream().map(HoldingDigest::digest).toList(),
                    strongest.values().stream()
                            .map(HoldingDigest::origin)
                            .max(DigestOrigin::compareTo)
                            .map(ManifestFiles::level)
                            .orElse(null),
                    null,
                    addresses.apply(holding)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable EvidenceLevel level(DigestOrigin origin) {
        return switch (origin) {
            case LISTED -> null;
            case ACCEPTED, RECEIVED, STREAM -> EvidenceLevel.STREAM;
            case READ, READBACK_MEMORY -> EvidenceLevel.READBACK_MEMORY; // the page cache may have had the bytes
            case READBACK -> EvidenceLevel.READBACK;
            case PUBLISHED -> EvidenceLevel.PUBLISHED;
        };
    }
}
