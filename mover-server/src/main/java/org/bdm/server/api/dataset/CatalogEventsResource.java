package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.dataset.CatalogEventsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.EventRecords;
import org.bdm.server.dataset.replica.EventRecords.Outcome;
import org.bdm.server.discovery.event.CatalogEvents;
import org.bdm.server.discovery.event.UnreadableEvent;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Events of ESGF-NG that were kept in a file, for sites that do not read the stream itself. */
@RestController
@RequestMapping(CatalogEventsResource.PATH)
@Tag(name = "datasets")
public class CatalogEventsResource {
    static final String PATH = RouteRoles.API + "/catalog-events";

    private static final Pattern INDEX = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final int TROUBLES_MAX = 100;

    private final Catalog catalog;
    private final DatasetResolver resolver;
    private final SubmissionLimits limits;
    private final Semaphore streams = new Semaphore(1);

    CatalogEventsResource(Catalog catalog, DatasetResolver resolver, SubmissionLimits limits) {
        this.catalog = catalog;
        this.resolver = resolver;
        this.limits = limits;
    }

    @PostMapping(consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE, produces = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("read catalog events")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_OCTET_STREAM_VALUE,
                            schema = @Schema(type = "string", format = "binary")))
    @Operation(
            operationId = "takeCatalogEvents",
            summary = "Reads messages of the ESGF-NG event stream into the stored replica sets",
            description =
                    "One JSON message to a line, or one JSON document with a message or a list of them; gzip allowed. Taking them again changes nothing.")
    CatalogEventsView take(
            @RequestParam(defaultValue = "events")
                    @Parameter(
                            description =
                                    "Name of the index under which they are stored: that of the catalog they belong to.")
                    String index,
            @RequestParam(defaultValue = "known")
                    @Parameter(description = "known: only datasets of which a version is known or held here; or all")
                    String datasets,
            @RequestHeader(name = HttpHeaders.CONTENT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String encoding,
            HttpServletRequest request)
            throws IOException {
        if (!INDEX.matcher(index).matches()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "index has letters, digits, '_', '.', '-', up to 64 of them");
        }
        EventRecords records = new EventRecords(catalog, resolver, index, EventRecords.Following.of(datasets));
        if (!streams.tryAcquire()) {
            throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, "a file of events is being read already");
        }
        try {
            return taken(records, index, StreamedList.unpacked(request.getInputStream(), encoding));
        } finally {
            streams.release();
        }
    }

    private CatalogEventsView taken(EventRecords records, String index, InputStream body) {
        InputStream bounded = new BoundedBody(body, limits.unpackedBytesMax(), () -> {
            throw new MoverException(
                    ErrorCode.TOO_LARGE,
                    "the file has more than " + limits.unpackedBytesMax() + " bytes when unpacked");
        });
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        Troubles troubles = new Troubles();
        CatalogEvents events =
                new CatalogEvents(index, event -> outcomes.merge(records.take(event), 1L, Long::sum), troubles::add);
        try {
            long messages = events.read(bounded);
            return new CatalogEventsView(
                    messages,
                    outcomes.getOrDefault(Outcome.TAKEN, 0L),
                    outcomes.getOrDefault(Outcome.PASSED_OVER, 0L),
                    outcomes.getOrDefault(Outcome.NOT_READ, 0L),
                    troubles.number,
                    troubles.first);
        } catch (IOException e) {
            throw StreamedList.broken(e);
        }
    }

    private static final class Troubles {
        private final List<ImportLineView> first = new ArrayList<>();
        private long number;

        private void add(UnreadableEvent refused) {
            number++;
            if (first.size() < TROUBLES_MAX) first.add(new ImportLineView(refused.line(), refused.reason()));
        }
    }
}
