package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.Optional;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.BenchView;
import org.bdm.core.control.site.LinkExplanationView;
import org.bdm.core.control.site.StartBench;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.bench.PathBenches;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.site.LinkBench;
import org.bdm.server.site.access.OwnSite;
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
    private static final int SECONDS_STANDARD = 10;

    private final Catalog catalog;
    private final PathBenches benches;
    private final BenchViews views;
    private final OwnSite own;

    BenchesResource(Catalog catalog, PathBenches benches, BenchViews views, OwnSite own) {
        this.catalog = catalog;
        this.benches = benches;
        this.views = views;
        this.own = own;
    }

    @GetMapping("/benches")
    @Operation(operationId = "listBenches", summary = "The last measurements of a link, the newest first")
    Page<BenchView> list(@PathVariable String source, @PathVariable String destination) {
        requireOwn(destination);
        return new Page<>(
                catalog.linkBenches().of(source).stream().map(views::of).toList(), null);
    }

    @GetMapping("/benches/{bench}")
    @Operation(operationId = "getBench", summary = "One measurement of a link")
    BenchView get(@PathVariable String source, @PathVariable String destination, @PathVariable String bench) {
        requireOwn(destination);
        return number(bench)
                .flatMap(catalog.linkBenches()::find)
                .filter(found -> found.source().equals(source))
                .map(views::of)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.NOT_FOUND, "the link from '" + source + "' has no measurement " + bench));
    }

    @PostMapping(path = "/benches", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "startBench",
            summary = "Measures a link, over the data path of transfers",
            description =
                    "Bytes that no file has come from the source and are checked and dropped here. Limits of the link hold. One measurement runs at a node at a time.")
    BenchView start(@PathVariable String source, @PathVariable String destination, @RequestBody StartBench wanted) {
        requireOwn(destination);
        String mode = wanted.mode() == null ? PathBenches.MEMORY : wanted.mode();
        if (!mode.equals(PathBenches.MEMORY)) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED,
                    "mode is '" + mode + "'; this version measures " + PathBenches.MEMORY
                            + " only; a job measures the path with its disks");
        }
        int seconds = wanted.seconds() == null ? SECONDS_STANDARD : wanted.seconds();
        if (seconds < 1 || seconds > PathBenches.TIME_MAX.toSeconds()) {
            throw invalid("seconds is " + seconds + ", but is 1 to " + PathBenches.TIME_MAX.toSeconds());
        }
        LinkBench begun = benches.begin(
                site(source),
                Duration.ofSeconds(seconds),
                CallerAuthentication.current().owner());
        return views.of(begun);
    }

    @GetMapping("/explanation")
    @Operation(operationId = "explainLink", summary = "What limits a link now, and what it did when it was measured")
    LinkExplanationView explain(@PathVariable String source, @PathVariable String destination) {
        requireOwn(destination);
        return views.explained(source);
    }

    private static SiteName site(String source) {
        try {
            return new SiteName(source);
        } catch (IllegalArgumentException e) {
            throw invalid("'" + source + "' is not the name of a site");
        }
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
