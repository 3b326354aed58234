package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.HoldingHistoryView;
import org.bdm.core.control.holding.HoldingListView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Cursor;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.HistoryEntry;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.HoldingQuery;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.holding.record.HoldingList;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.interchange.read.ListReader;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.ProblemText;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the holdings of this site, and registers files on disk as holdings. */
@RestController
@RequestMapping(HoldingsResource.PATH)
@Tag(name = "holdings")
public class HoldingsResource {
    static final String PATH = RouteRoles.API + "/holdings";

    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final HoldingRecords records;
    private final SubmissionLimits limits;
    private final Semaphore streams;
    private final Clock clock;
    private final ListReader lists = new ListReader();

    HoldingsResource(
            Catalog catalog,
            LocalExports exports,
            OwnSite own,
            HoldingRecords records,
            SubmissionLimits limits,
            Clock clock) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.records = records;
        this.limits = limits;
        this.streams = new Semaphore(limits.streamsAtOnceMax());
        this.clock = clock;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listHoldings",
            summary = "Files that the site holds, with their states and digests",
            description = "A page may be short, or empty, and still have a next one: only a missing cursor is the end.")
    Page<HoldingView> list(
            @RequestParam(required = false) @Parameter(description = "Instance id of a dataset version.") @Nullable String dataset,
            @RequestParam(required = false) @Parameter(description = "One state of a holding.") @Nullable String state,
            @RequestParam(required = false) @Nullable String export,
            @RequestParam(required = false)
                    @Parameter(description = "A directory below the export, percent-escaped.")
                    @Nullable String path,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        ExportName of = export == null ? null : known(export);
        StorePath below = path == null || path.isEmpty()
                ? StorePath.ROOT
                : Endpoint.parse("bdm://" + own.name() + "/any/" + path).path();
        HoldingQuery query = new HoldingQuery(
                dataset == null || dataset.isEmpty() ? null : dataset,
                state == null ? null : state(state),
                of,
                below,
                cursor,
                Numbers.limit(limit));
        RowPage<Holding> page = catalog.holdings().page(query);
        return new Page<>(HoldingViews.of(catalog, page.rows()), page.nextCursor());
    }

    @GetMapping("/history")
    @Needs(Role.READER)
    @Operation(
            operationId = "listHoldingHistory",
            summary =
                    "What became of a held file beyond the ordinary, with the evidence that each event displaced or put in doubt")
    Page<HoldingHistoryView> history(
            @RequestParam @Parameter(description = "Name of an export; it may be one that is not configured any more.")
                    String export,
            @RequestParam @Parameter(description = "The file below the export, percent-escaped.") String path,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        StorePath file = Endpoint.parse("bdm://" + own.name() + "/any/" + path).path();
        if (file.isRoot()) throw new MoverException(ErrorCode.INVALID_REQUEST, "path: name a file below the export");
        int rowsMax = Numbers.limit(limit);
        int after = cursor == null ? 0 : Math.toIntExact(Cursor.read(cursor));
        List<HistoryEntry> entries = catalog.holdingHistory().of(exportName(export), file, after, rowsMax);
        String next = entries.size() < rowsMax ? null : Cursor.write(after + rowsMax);
        return new Page<>(entries.stream().map(HoldingViews::of).toList(), next);
    }

    private static ExportName exportName(String text) {
        try {
            return new ExportName(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site has no export '" + text + "'", e);
        }
    }

    private ExportName known(String text) {
        try {
            ExportName name = new ExportName(text);
            // What is held at an export that was taken out of the configuration can still be seen.
            if (!catalog.holdings().exports().contains(name)) exports.require(name);
            return name;
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site has no export '" + text + "'", e);
        }
    }

    private static HoldingState state(String text) {
        for (HoldingState state : HoldingState.values()) {
            if (state.name().equals(text.toUpperCase(Locale.ROOT))) return state;
        }
        throw new MoverException(
                ErrorCode.INVALID_REQUEST,
                "state: '" + ProblemText.shown(text) + "' is not a state of a holding; the states are "
                        + Stream.of(HoldingState.values())
                                .map(HoldingState::name)
                                .collect(Collectors.joining(", ")));
    }

    @PostMapping(consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE, produces = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("registered files of a list")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                            schema = @Schema(type = "string", format = "binary")))
    @Operation(
            operationId = "adoptList",
            summary = "Takes the files of a list as holdings, with the digests that the list has",
            description =
                    "The body is a mapfile, what sha256sum or md5sum printed, or another list that names files; gzip allowed. "
                            + "Each file is looked at, none is read. Sending a list again changes nothing.")
    HoldingListView adopt(
            @RequestParam(required = false)
                    @Parameter(description = "Endpoint of this site where relative paths begin.")
                    @Nullable String root,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        Endpoint begins = root == null || root.isEmpty() ? null : local(root);
        if (!streams.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, limits.streamsAtOnceMax() + " lists are being adopted already");
        }
        try {
            return adopted(new HoldingList(exports, begins, records, clock, limits.linesMax()), request, encoding);
        } finally {
            streams.release();
        }
    }

    private Endpoint local(String root) {
        Endpoint endpoint = Endpoint.parse(root);
        if (!endpoint.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL, "root '" + root + "' is not at this site, '" + own.name() + "'");
        }
        exports.find(endpoint.export());
        return endpoint;
    }

    private HoldingListView adopted(HoldingList list, HttpServletRequest request, @Nullable String encoding) {
        try {
            InputStream body = StreamedList.unpacked(request.getInputStream(), encoding);
            InputStream file = new BoundedBody(body, limits.unpackedBytesMax(), () -> {
                throw new MoverException(
                        ErrorCode.TOO_LARGE,
                        "the list has more than " + limits.unpackedBytesMax() + " bytes when unpacked");
            });
            return HoldingViews.of(lists.read(file, list), list.finish());
        } catch (IOException e) {
            throw StreamedList.broken(e);
        }
    }
}
