package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.bdm.core.control.Page;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.link.BenchView;
import org.bdm.core.control.link.LinkExplanationView;
import org.bdm.core.control.link.StartBench;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Measurements of the links to this site, and what limits a link. */
@RestController
@RequestMapping(RouteRoles.API + "/links/{source}/{destination}")
@Tag(name = "sites")
public class BenchesResource {
    private final Catalog catalog;
    private final Submitting submitting;
    private final JobScheduler scheduler;
    private final BenchViews views;
    private final OwnSite own;

    BenchesResource(Catalog catalog, Submitting submitting, JobScheduler scheduler, BenchViews views, OwnSite own) {
        this.catalog = catalog;
        this.submitting = submitting;
        this.scheduler = scheduler;
        this.views = views;
        this.own = own;
    }

    @GetMapping("/benches")
    @Needs(Role.READER)
    @Operation(operationId = "listBenches", summary = "The last measurements of a link, the newest first")
    Page<BenchView> list(@PathVariable String source, @PathVariable String destination) {
        requireOwn(destination);
        return new Page<>(
                catalog.linkBenches().of(source).stream().map(views::of).toList(), null);
    }

    @GetMapping("/benches/{bench}")
    @Needs(Role.READER)
    @Operation(operationId = "getBench", summary = "One measurement of a link")
    BenchView get(@PathVariable String source, @PathVariable String destination, @PathVariable String bench) {
        requireOwn(destination);
        return number(bench)
                .flatMap(catalog.linkBenches()::find)
                .filter(found -> found.plan().source().equals(source))
                .map(views::of)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.NOT_FOUND, "the link from '" + source + "' has no measurement " + bench));
    }

    @PostMapping(path = "/benches", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("measured the link from {source} to {destination}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "startBench",
            summary = "Measures a link, over the data path of transfers",
            description =
                    "Makes a job of the kind BENCH, as POST /jobs does. mem-mem: bytes that no file has come from the source and are dropped here; disk-: the source reads existing files; -disk: they are written here, forced, and removed. Limits of the link hold. One measurement runs at a node at a time, and one of a link.")
    BenchView start(@PathVariable String source, @PathVariable String destination, @RequestBody StartBench wanted) {
        requireOwn(destination);
        JobId job = submitting.submit(job(source, wanted), new byte[0], null, VisibleJobs.submitter());
        scheduler.wake();
        return catalog.linkBenches().of(job).map(views::of).orElseThrow();
    }

    private static SubmitJob job(String source, StartBench wanted) {
        if (wanted.source() != null && !wanted.source().equals(source)) {
            throw invalid("source is '" + wanted.source() + "', but the path names '" + source + "'");
        }
        StartBench bench = new StartBench(wanted.mode(), wanted.seconds(), wanted.export(), source);
        return SubmitJob.bench(null, null, bench);
    }

    @GetMapping("/explanation")
    @Needs(Role.READER)
    @Operation(operationId = "explainLink", summary = "What limits a link now, and what it did when it was measured")
    LinkExplanationView explain(@PathVariable String source, @PathVariable String destination) {
        requireOwn(destination);
        return views.explained(source);
    }

    private static Optional<Long> number(String bench) {
        try {
            return bench.startsWith(BenchViews.PREFIX)
                    ? Optional.of(Long.parseLong(bench.substring(BenchViews.PREFIX.length())))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void requireOwn(String destination) {
        if (destination.equals(own.name().value())) return;
        throw invalid("this server knows links to '" + own.name() + "'; ask the server of '" + destination + "'");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
