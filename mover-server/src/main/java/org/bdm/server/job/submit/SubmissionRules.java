package org.bdm.server.job.submit;

import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import org.bdm.core.control.job.JobOptions;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.KeptSettings;
import org.bdm.server.dataset.replica.AsOf;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.ProblemText;
import org.jspecify.annotations.Nullable;

/** Checks a job without its items and returns it in the form of the catalog. */
public final class SubmissionRules {
    private final SizeLimits limits;
    private final Clock clock;

    /**
     * With its parts.
     *
     * @param limits beyond which a query needs consent
     * @param clock tells which days are in the future
     */
    public SubmissionRules(SizeLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** The consent that a job gives to its size. */
    SizeConfirmation confirmation(SubmitJob job) {
        return SizeConfirmation.of(job, limits);
    }

    /** The day whose versions a job wants; INVALID_REQUEST if what it names says which version is meant. */
    Optional<AsOf> asOf(SubmitJob job) {
        if (job.asOf() == null) return Optional.empty();
        AsOf asOf = AsOf.read(job.asOf(), clock);
        if (job.draft() != null) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "asOf: a draft says itself which versions are wanted; leave asOf out, or name datasets or a query");
        }
        for (String name : job.datasets()) {
            if (!DatasetWishes.namesVersion(name)) continue;
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "asOf: '" + ProblemText.shown(name) + "' names a version already; leave the version out, or asOf");
        }
        if (job.query() != null && Boolean.TRUE.equals(job.query().allVersions())) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "asOf: it takes one version of each dataset, and allVersions takes all; leave one of them out");
        }
        return Optional.of(asOf);
    }

    /** Returns the kind of a job, named or not; UNSUPPORTED for those of the contract that this version does not do. */
    public static JobKind kind(SubmitJob job) {
        String named = job.kind();
        return named == null ? impliedKind(job) : kind(named);
    }

    /** The kind that follows from what a job asks for. */
    private static JobKind impliedKind(SubmitJob job) {
        boolean isOfDatasets = !job.datasets().isEmpty() || job.query() != null || job.draft() != null;
        if (isOfDatasets) return JobKind.REPLICA_SET;
        if (job.items().size() != 1) return JobKind.BATCH;
        Boolean recursive = job.items().get(0).recursive();
        return recursive != null && recursive ? JobKind.TREE : JobKind.FILE;
    }

    private static JobKind kind(String named) {
        return switch (named.toUpperCase(Locale.ROOT)) {
            case "TREE" -> JobKind.TREE;
            case "FILE" -> JobKind.FILE;
            case "BATCH" -> JobKind.BATCH;
            case "REPLICA_SET" -> JobKind.REPLICA_SET;
            case "REPAIR" ->
                throw new MoverException(
                        ErrorCode.UNSUPPORTED,
                        "kind is REPAIR: it is submitted in one message, and finds the files itself");
            case "BENCH" ->
                throw new MoverException(
                        ErrorCode.UNSUPPORTED, "kind is BENCH: it is submitted in one message, and has no files");
            case "VERIFY", "SCRUB" ->
                throw new MoverException(
                        ErrorCode.UNSUPPORTED,
                        "kind is " + named + ": this version does TREE, FILE, BATCH, REPLICA_SET, REPAIR and BENCH");
            default ->
                throw new MoverException(ErrorCode.INVALID_REQUEST, "kind is none of TREE, FILE, BATCH, REPLICA_SET");
        };
    }

    /**
     * The request for the catalog.
     *
     * @param only the only item of a TREE or FILE job; null for a batch
     */
    JobRequest request(SubmitJob job, String owner, @Nullable SubmittedItem only) {
        if (job.asOf() != null && kind(job) != JobKind.REPLICA_SET) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "asOf: only a REPLICA_SET job has versions to choose from");
        }
        JobOptions options = job.options() == null ? JobOptions.DEFAULTS : job.options();
        String label = PlainText.checked("label", job.label() == null ? "" : job.label(), JobRequest.LABEL_LENGTH_MAX);
        return new JobRequest(
                kind(job),
                owner,
                label,
                Priority.stored(options.priority()),
                rate(options.maxRateBytesPerSecond()),
                KeptSettings.of(OptionRules.settings(options, kind(job), only)),
                only == null ? null : only.source().text(),
                only == null ? null : only.destination(),
                null);
    }

    /** At least 1 byte per second; nothing said is no limit, which the catalog keeps as 0. */
    private static long rate(@Nullable Long bytesPerSecond) {
        if (bytesPerSecond == null) return 0;
        if (bytesPerSecond < 1) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "maxRateBytesPerSecond is " + bytesPerSecond + ", but is at least 1");
        }
        return bytesPerSecond;
    }
}
