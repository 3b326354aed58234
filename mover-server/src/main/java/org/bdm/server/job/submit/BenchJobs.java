package org.bdm.server.job.submit;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.link.StartBench;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.Idempotency;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.JobRequest;
import org.bdm.server.catalog.site.BenchMode;
import org.bdm.server.catalog.site.BenchPlan;
import org.bdm.server.catalog.site.LinkBenches;
import org.bdm.server.message.Answers;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.jspecify.annotations.Nullable;

/** Jobs that measure a link to this site; they have no items. Any thread that may block. */
public final class BenchJobs {
    private static final String KIND = "BENCH";
    private static final int SECONDS_STANDARD = 10;
    private static final int SECONDS_MAX = 300; // the ticket of the source ends later

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final SubmissionRules rules;

    BenchJobs(Catalog catalog, LocalExports exports, OwnSite own, SubmissionRules rules) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.rules = rules;
    }

    /** True if the message asks for a measurement. */
    public static boolean isBench(SubmitJob job) {
        return KIND.equalsIgnoreCase(job.kind());
    }

    /**
     * Keeps the job.
     *
     * @throws MoverException INVALID_REQUEST, UNKNOWN_SITE, UNKNOWN_EXPORT, EXPORT_READ_ONLY; TOO_MANY_REQUESTS while the link is being measured
     */
    JobId submit(SubmitJob job, @Nullable String key, Checksum bodySha256, String owner) {
        boolean namesFiles = !job.items().isEmpty() || !job.datasets().isEmpty() || job.query() != null;
        if (namesFiles || job.draft() != null || job.destination() != null || job.bench() == null) {
            throw invalid("a BENCH job has 'bench' and no files: {\"kind\":\"BENCH\",\"bench\":{\"source\":\"SITE\"}}");
        }
        BenchPlan plan = plan(job.bench(), owner);
        Idempotency idempotency = key == null ? null : Submitting.idempotency(key, bodySha256);
        LinkBenches benches = catalog.linkBenches();
        return Answers.durable(catalog.submissions()
                        .submitBare(
                                request(job, plan),
                                plan.export().isEmpty() ? List.of() : List.of(plan.export()),
                                idempotency,
                                LinkBenches.ROWS,
                                (work, made) -> benches.add(work, made, plan)))
                .job();
    }

    private JobRequest request(SubmitJob job, BenchPlan plan) {
        String label = job.label() == null
                ? "bench " + plan.source() + " " + plan.mode().word()
                : job.label();
        JobRequest made = rules.request(new SubmitJob(label, "BATCH", List.of(), job.options()), plan.owner(), null);
        return new JobRequest(
                JobKind.BENCH,
                made.owner(),
                made.label(),
                made.priority(),
                made.maxRateBytesPerSecond(),
                made.kept(),
                null,
                null,
                null);
    }

    private BenchPlan plan(StartBench wanted, String owner) {
        String word = wanted.mode() == null ? BenchMode.MEMORY.word() : wanted.mode();
        BenchMode mode = BenchMode.of(word)
                .orElseThrow(() -> invalid("mode is '" + word + "', but is one of: " + BenchMode.words()));
        int seconds = wanted.seconds() == null ? SECONDS_STANDARD : wanted.seconds();
        if (seconds < 1 || seconds > SECONDS_MAX)
            throw invalid("seconds is " + seconds + ", but is 1 to " + SECONDS_MAX);
        SiteName source = source(wanted.source());
        return new BenchPlan(source.value(), mode, Duration.ofSeconds(seconds), export(mode, wanted.export()), owner);
    }

    private SiteName source(@Nullable String name) {
        if (name == null) throw invalid("bench.source is missing: the site that sends");
        SiteName site;
        try {
            site = new SiteName(name);
        } catch (IllegalArgumentException e) {
            throw invalid("'" + name + "' is not the name of a site");
        }
        if (site.equals(own.name()) || catalog.sites().find(site).isPresent()) return site;
        throw new MoverException(ErrorCode.UNKNOWN_SITE, "no site '" + site + "' is paired with this one");
    }

    private String export(BenchMode mode, @Nullable String named) {
        if (named == null) return mode.writesDisk() ? roomiest().value() : "";
        if (!mode.writesDisk()) throw invalid("export is given, but " + mode.word() + " writes nothing");
        ExportName export;
        try {
            export = new ExportName(named);
        } catch (IllegalArgumentException e) {
            throw invalid("'" + named + "' is not the name of an export");
        }
        exports.requireWritable(export);
        return export.value();
    }

    /** The one of this node with the most room; if it has none, the first of the other nodes. */
    private ExportName roomiest() {
        Optional<ExportName> here = exports.all().stream()
                .filter(LocalExports.Export::isWritable)
                .max(Comparator.comparingLong(BenchJobs::freeBytes))
                .map(LocalExports.Export::name);
        return here.or(() -> exports.names().stream()
                        .filter(exports::isWritableAnywhere)
                        .findFirst())
                .orElseThrow(() -> new MoverException(
                        ErrorCode.EXPORT_READ_ONLY,
                        "this site has no writable export to measure with; use a mode that ends in -mem"));
    }

    private static long freeBytes(LocalExports.Export export) {
        return export.store() instanceof WritableStore store
                ? store.roomAt(StorePath.ROOT).freeBytes()
                : 0;
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
