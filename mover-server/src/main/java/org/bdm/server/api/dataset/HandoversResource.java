package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.CreateHandover;
import org.bdm.core.control.dataset.HandedOverView;
import org.bdm.core.control.dataset.HandoverFileView;
import org.bdm.core.control.dataset.HandoverView;
import org.bdm.core.control.dataset.RepeatHandover;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.Selections;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Files that another mover brings: made and steered by operators, looked at by readers. */
@RestController
@RequestMapping(RouteRoles.API + "/handovers")
@Tag(name = "handovers")
public class HandoversResource {
    private static final int DATASETS_MAX = 1_000;
    private static final int NAME_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final HandoverOrders orders;

    HandoversResource(Catalog catalog, HandoverOrders orders) {
        this.catalog = catalog;
        this.orders = orders;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("handed files over to a carrier")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createHandover",
            summary = "Hands files that no node offers over HTTP over to another mover",
            description =
                    "Asks the indexes. A file that another handover is about to bring is not handed over again, so the"
                            + " request may be repeated.")
    HandedOverView create(@RequestBody CreateHandover wish) {
        String owner = CallerAuthentication.current().owner();
        HandoverOrders.Made made = orders.order(new HandoverOrders.Wish(
                owner,
                PlainText.checked("carrier", wish.carrier(), NAME_LENGTH_MAX),
                Endpoint.parse(wish.destination()),
                wishes(wish),
                selection(wish),
                wish.acceptIncomplete() != null && wish.acceptIncomplete()));
        AuditedDetail.note(made.made().stream().map(Handover::id).collect(Collectors.joining(", ")));
        return new HandedOverView(
                made.made().stream().map(this::view).toList(), made.underWay(), made.overHttp(), made.nowhere());
    }

    private static DatasetWishes wishes(CreateHandover wish) {
        if (wish.datasets().isEmpty() == (wish.query() == null))
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a handover has one of datasets, query");
        if (wish.datasets().size() > DATASETS_MAX)
            throw new MoverException(ErrorCode.TOO_LARGE, "datasets: more than " + DATASETS_MAX + " names");
        for (String name : wish.datasets()) {
            if (PlainText.checked("datasets", name, NAME_LENGTH_MAX).isBlank())
                throw new MoverException(ErrorCode.INVALID_REQUEST, "datasets: a name is empty");
        }
        return new DatasetWishes(
                wish.datasets(), wish.query() == null ? List.of() : List.of(Selections.of(wish.query())));
    }

    private static String selection(CreateHandover wish) {
        if (wish.query() == null) return String.join(" ", wish.datasets());
        return wish.query().facets().entrySet().stream()
                .map(facet -> facet.getKey() + "=" + String.join(",", facet.getValue()))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private HandoverView view(Handover handover) {
        return HandoverViews.of(handover, catalog.handovers().counts(handover.number()));
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listHandovers", summary = "Handovers, the newest first")
    Page<HandoverView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        RowPage<Handover> page = catalog.handovers().page(cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(this::view).toList(), page.nextCursor());
    }

    @GetMapping("/{handoverId}")
    @Needs(Role.READER)
    @Operation(operationId = "getHandover", summary = "A handover, and how far it is")
    HandoverView get(@PathVariable String handoverId) {
        return view(orders.existing(Numbers.handover(handoverId)));
    }

    @GetMapping("/{handoverId}/files")
    @Needs(Role.READER)
    @Operation(operationId = "listHandoverFiles", summary = "The files of a handover, in the order of its list")
    Page<HandoverFileView> files(
            @PathVariable String handoverId,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        Handover handover = orders.existing(Numbers.handover(handoverId));
        int rows = Numbers.limit(limit);
        int after = (int) Math.min(Integer.MAX_VALUE, Numbers.after(cursor));
        List<HandedFile> found = catalog.handovers().files(handover.number(), states(state), after, rows);
        boolean isLast = found.size() < rows;
        return new Page<>(
                found.stream().map(file -> HandoverViews.of(handover, file)).toList(),
                isLast ? null : String.valueOf(found.get(rows - 1).number()));
    }

    private static Set<HandedFileState> states(@Nullable String text) {
        if (text == null) return EnumSet.allOf(HandedFileState.class);
        return Arrays.stream(HandedFileState.values())
                .filter(state -> state.name().equals(text))
                .findFirst()
                .map(EnumSet::of)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.INVALID_REQUEST, "state is none of " + Arrays.toString(HandedFileState.values())));
    }

    @GetMapping("/{handoverId}/list")
    @Needs(Role.READER)
    @Operation(
            operationId = "getHandoverList",
            summary = "The files that are not there, as the batch of a Globus transfer",
            description =
                    "For 'globus transfer --batch'. Each line has the path at the source and the path at the destination.")
    @ApiResponse(
            responseCode = "200",
            content =
                    @Content(
                            mediaType = "application/octet-stream",
                            schema = @Schema(type = "string", format = "binary")))
    void writeList(@PathVariable String handoverId, HttpServletResponse response) throws IOException {
        long number = Numbers.handover(handoverId);
        // Once for nothing: what is refused is refused before the first byte.
        orders.writeList(number, OutputStream.nullOutputStream());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        orders.writeList(number, response.getOutputStream());
    }

    @PostMapping("/{handoverId}/compare")
    @Needs(Role.OPERATOR)
    @Audited("compared the files of {handoverId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "compareHandover",
            summary = "Compares the files that were brought; those that are right become holdings",
            description = "While a service works on it, it cannot be asked for: the comparison follows by itself.")
    HandoverView compare(@PathVariable String handoverId) {
        return view(orders.compare(Numbers.handover(handoverId)));
    }

    @PostMapping("/{handoverId}/again")
    @Needs(Role.OPERATOR)
    @Audited("handed the rest of {handoverId} over again")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "repeatHandover",
            summary = "Hands files that are missing or wrong over again, or goes on after a person did something",
            description =
                    "One that cannot be submitted before a person did something is submitted again with the same id.")
    HandoverView again(@PathVariable String handoverId, @RequestBody(required = false) @Nullable RepeatHandover wish) {
        boolean replaces = wish != null && wish.replace() != null && wish.replace();
        return view(Answers.durable(orders.again(Numbers.handover(handoverId), replaces)));
    }

    @PostMapping("/{handoverId}/cancel")
    @Needs(Role.OPERATOR)
    @Audited("cancelled {handoverId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "cancelHandover",
            summary = "Cancels a handover, also at the carrier; files that arrived stay",
            description = "Sent again to one whose carrier wants a person first, it is cancelled at this site alone.")
    HandoverView cancel(@PathVariable String handoverId) {
        return view(Answers.durable(orders.cancel(Numbers.handover(handoverId))));
    }
}
