package org.bdm.server.holding.record;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.Evidence;
import org.bdm.core.checksum.EvidenceLevel;
import org.bdm.core.checksum.RangeDigests;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.BatchLook;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.core.transfer.ItemSource;
import org.bdm.core.transfer.Origin;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.file.FileRow;
import org.bdm.server.catalog.holding.DigestOrigin;
import org.bdm.server.catalog.holding.HoldingDigest;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.survey.ComparedFile;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes files that jobs have placed here, or found here by their bytes, as holdings. Any thread that may block. */
public final class HoldingsOfJobs {
    private static final Logger LOG = LoggerFactory.getLogger(HoldingsOfJobs.class);

    private final Catalog catalog;
    private final HoldingRecords records;
    private final LocalExports exports;
    private final Clock clock;
    private final DirectoryDataset datasets = new DirectoryDataset();

    /** With its parts. */
    public HoldingsOfJobs(Catalog catalog, LocalExports exports, Clock clock) {
        this.catalog = catalog;
        this.records = new HoldingRecords(catalog, clock);
        this.exports = exports;
        this.clock = clock;
    }

    /**
     * A file that is there now.
     *
     * @param evidence null if the same file was there already and only looked at
     * @param also another digest that was computed over the bytes as they were written; nobody published it
     * @param ranges digests of ranges that were computed with {@code evidence}; null if they were not
     * @param asked the requests to data nodes that brought its bytes; null if nobody counted them
     */
    public record Arrived(
            FileRow file,
            @Nullable Evidence evidence,
            Optional<Checksum> also,
            @Nullable RangeDigests ranges,
            Origin.@Nullable Asked asked) {
        /** A file without range digests. */
        public Arrived(FileRow file, @Nullable Evidence evidence, Optional<Checksum> also) {
            this(file, evidence, also, null, null);
        }
    }

    /** Looks at each file and writes its holding. What cannot be looked at is logged: the job is done all the same, and a scan finds it. */
    public void record(List<Arrived> arrived) {
        List<ComparedFile> compared = new ArrayList<>();
        List<HoldingNotice> notices = notices(arrived, compared);
        for (int from = 0; from < notices.size(); from += HoldingRecords.NOTICES_MAX) {
            List<HoldingNotice> part =
                    notices.subList(from, Math.min(notices.size(), from + HoldingRecords.NOTICES_MAX));
            Durable.await(records.record(part));
        }
        for (int from = 0; from < compared.size(); from += HoldingRecords.NOTICES_MAX) {
            int to = Math.min(compared.size(), from + HoldingRecords.NOTICES_MAX);
            Durable.await(catalog.comparedFiles().put(compared.subList(from, to), clock.instant()));
        }
    }

    /** Returns the dataset version that the directories of a file's destination name, as its instance id; empty if they name none. */
    public String datasetOf(FileRow file) {
        Endpoint root = file.item().destination();
        String dataset = datasets.of(
                new HeldPlace(exports.find(root.export())), file.path().below(root.path()));
        return dataset == null ? "" : dataset;
    }

    private List<HoldingNotice> notices(List<Arrived> arrived, List<ComparedFile> compared) {
        List<HoldingNotice> notices = new ArrayList<>();
        Map<ExportName, BatchLook> looks = new HashMap<>();
        LocalSources local =
                LocalSources.of(catalog, arrived.stream().map(Arrived::file).toList());
        try {
            for (Arrived one : arrived) {
                try {
                    HoldingNotice notice = notice(one, looks, local, compared);
                    if (notice != null) notices.add(notice);
                } catch (MoverException e) {
                    LOG.warn(
                            "{} of {} is not taken as a holding: {}",
                            one.file().id(),
                            one.file().job(),
                            e.sentence());
                }
            }
        } finally {
            looks.values().forEach(BatchLook::close);
        }
        return notices;
    }

    private @Nullable HoldingNotice notice(
            Arrived arrived, Map<ExportName, BatchLook> looks, LocalSources local, List<ComparedFile> compared) {
        FileRow file = arrived.file();
        Endpoint root = file.item().destination();
        HeldPlace place = new HeldPlace(exports.find(root.export()));
        StorePath path = file.path().below(root.path());
        BatchLook look =
                looks.computeIfAbsent(root.export(), export -> place.store().look());
        FileStatus status = look.status(path).orElse(null);
        if (status == null || status.kind() != FileKind.FILE) return null;
        noteCompared(arrived, place, path, status.version(), compared);
        Instant now = clock.instant();
        Evidence evidence = arrived.evidence();
        List<HoldingDigest> digests = JobHoldings.expected(file, now);
        if (evidence != null) digests.addAll(computed(arrived, evidence, local, now));
        return new HoldingNotice(
                root.export(),
                path,
                datasets.of(place, path),
                status.version().size(),
                status.version().modified(),
                evidence != null
                        ? HoldingEvent.TRANSFERRED
                        : digests.isEmpty() ? HoldingEvent.LOOKED_AT : HoldingEvent.LISTED,
                digests,
                evidence == null ? 0 : status.version().inode(),
                evidence == null ? null : arrived.ranges(),
                HoldingNotice.Cause.of(file.job().toString()));
    }

    /** Returns the digests that were computed here, with what they rest on: bytes of a data node are vouched for by a digest that it published, else by nobody. */
    private static List<HoldingDigest> computed(Arrived arrived, Evidence evidence, LocalSources local, Instant now) {
        boolean isVouched = evidence.level() == EvidenceLevel.PUBLISHED
                || arrived.file().expected().contains(evidence.digest())
                || (!(arrived.file().item().source() instanceof ItemSource.AtDataNode)
                        && local.isVouched(arrived.file(), evidence.digest()));
        List<HoldingDigest> digests = new ArrayList<>();
        Origin.Asked asked = isVouched ? null : arrived.asked();
        digests.add(new HoldingDigest(
                evidence.digest(), isVouched ? DigestOrigin.of(evidence.level()) : DigestOrigin.RECEIVED, now, asked));
        arrived.also()
                .filter(also -> !also.equals(evidence.digest()))
                .ifPresent(also -> digests.add(
                        new HoldingDigest(also, isVouched ? DigestOrigin.STREAM : DigestOrigin.RECEIVED, now, asked)));
        return digests;
    }

    /**
     * The bytes are those of the source, and the time is not: it was cut or is not kept, or the file was there before. A file that may have
     * been written since it was compared is read again.
     */
    private void noteCompared(
            Arrived arrived, HeldPlace place, StorePath path, FileVersion there, List<ComparedFile> compared) {
        FileVersion source = arrived.file().status().version();
        boolean isSame = arrived.evidence() != null && source.size() == there.size();
        if (!isSame || source.hasTimeOf(there) || mayBeWritten(arrived.file(), place, source, there)) return;
        ExportName export = place.name();
        compared.add(new ComparedFile(export, path, there.size(), there.modified(), source.modified()));
    }

    private boolean mayBeWritten(FileRow file, HeldPlace place, FileVersion source, FileVersion there) {
        if (there.keepsTime(source.modified())) return false;
        if (!place.store().abilities().traits().keepsTimes()) return false;
        Optional<Job> job = catalog.jobs().find(file.job());
        return job.isEmpty() || !there.changed().isBefore(job.get().createdAt());
    }
}
