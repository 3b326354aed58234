package org.bdm.server.holding.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.record.JobFact;
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
     * Choices of a manifest.
     *
     * @param addresses where a holding can be fetched from, the preferred one first
     * @param isRecord whether it says what a job delivered, whatever is there now; else what is there now
     * @param withUnvouched whether files are listed that nobody outside vouches for
     */
    public record Choice(Function<Holding, List<URI>> addresses, boolean isRecord, boolean withUnvouched) {}

    /**
     * Writes every file of the subject.
     *
     * @param subject {@code job-7}, or the instance id of a dataset version
     * @throws MoverException UNKNOWN_JOB; NOT_FOUND if nothing is held of the dataset; EVIDENCE_MISSING if a file is not as its evidence says, is
     *     vouched for by nobody, or is no longer the one that the job left; what the writer refuses
     */
    public void write(String subject, Choice choice, ManifestWriter writer) throws IOException {
        try {
            if (JobHoldings.isJob(subject)) {
                new JobHoldings(catalog, exports, own).forEachFact(subject, fact -> add(subject, fact, choice, writer));
            } else {
                ofDataset(subject, choice, writer);
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

    private void ofDataset(String instanceId, Choice choice, ManifestWriter writer) {
        String cursor = null;
        boolean isAny = false;
        do {
            HoldingQuery query = new HoldingQuery(instanceId, null, null, StorePath.ROOT, cursor, RowPage.ROWS_MAX);
            RowPage<Holding> page = catalog.holdings().page(query);
            for (Holding holding : page.rows()) addHeld(holding, choice, null, writer);
            isAny |= !page.rows().isEmpty();
            cursor = page.nextCursor();
        } while (cursor != null);
        if (!isAny) throw new MoverException(ErrorCode.NOT_FOUND, "nothing is held here of " + instanceId);
    }

    /** A record has what the job delivered; a list what is there, and refuses what is not the file of the job any more. */
    private void add(String job, JobFact fact, Choice choice, ManifestWriter writer) {
        Holding now = fact.now();
        if (choice.isRecord() && fact.isDelivered()) {
            write(fact.ofJob(), choice, fact.difference(), writer);
            return;
        }
        boolean isAsItShouldBe = now == null || now.state().isUsable();
        if (fact.difference() != null && (now == null ? !fact.isDelivered() : isAsItShouldBe)) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING,
                    fact.ofJob().path() + " is no longer what " + job + " left (" + fact.difference()
                            + "): 'bdm-client manifest " + job + " --format receipt' says what it delivered, and"
                            + " 'bdm-client manifest DATASET' what is held now");
        }
        String note = choice.isRecord() ? "found here, not written by this job" : null;
        addHeld(now == null ? fact.ofJob() : now, choice, note, writer);
    }

    private void addHeld(Holding holding, Choice choice, @Nullable String note, ManifestWriter writer) {
        String next = switch (holding.state()) {
            case DAMAGED, MISSING -> "fetch it again before a manifest is made, with 'bdm-client repair'";
            case CHANGED -> "read it with 'bdm-client verify' before a manifest is made";
            case DISPUTED -> "decide about it before a manifest is made, or fetch it again";
            case VERIFIED, READ, UNVERIFIED, SUPERSEDED, RETRACTED -> null;
        };
        if (next != null) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING, holding.path() + " is " + holding.state() + ": " + next);
        }
        boolean isUnvouched = !holding.digests().isEmpty()
                && holding.digests().stream()
                        .allMatch(digest ->
                                digest.origin().isOwn() && !digest.origin().isVouched());
        if (isUnvouched && !choice.withUnvouched()) {
            throw new MoverException(
                    ErrorCode.EVIDENCE_MISSING,
                    holding.path()
                            + " is READ: its digest was computed here, and nobody outside vouches for it. Give a list of its"
                            + " publisher with 'bdm-client hold --from LIST', or list it all the same with --include-unvouched");
        }
        write(holding, choice, isUnvouched ? unvouched(holding) : note, writer);
    }

    private static String unvouched(Holding holding) {
        String restsOn = holding.digests().stream()
                .map(HoldingDigest::restsOn)
                .filter(Objects::nonNull)
                .findFirst()
                .map(text -> ": rests on " + text)
                .orElse("");
        return "vouched for by nobody outside" + restsOn;
    }

    private void write(Holding holding, Choice choice, @Nullable String note, ManifestWriter writer) {
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
                    choice.addresses().apply(holding),
                    note));
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
