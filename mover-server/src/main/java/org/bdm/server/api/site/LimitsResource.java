package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.SetPlaceLimit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.PlaceLimitChange;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The limits of exports and nodes of this site, and all limits in one list. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "sites")
public class LimitsResource {
    private static final String OF_EXPORT = "/exports/{export}/limit";
    private static final String OF_NODE = "/nodes/{nodeId}/limit";

    private final Catalog catalog;
    private final LimitViews views;
    private final LocalExports exports;

    LimitsResource(Catalog catalog, LimitViews views, LocalExports exports) {
        this.catalog = catalog;
        this.views = views;
        this.exports = exports;
    }

    @GetMapping("/limits")
    @Needs(Role.READER)
    @Operation(operationId = "listLimits", summary = "All limits of links, exports and nodes that somebody set")
    Page<LimitView> list() {
        return new Page<>(views.all(), null);
    }

    @GetMapping(OF_EXPORT)
    @Needs(Role.READER)
    @Operation(operationId = "getExportLimit", summary = "The limit of an export of this site")
    LimitView ofExport(@PathVariable String export) {
        return find(place(export));
    }

    @PutMapping(path = OF_EXPORT, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the export {export}")
    @Operation(
            operationId = "setExportLimit",
            summary = "Sets the limit of an export, for all jobs and nodes together",
            description =
                    "What the request leaves out stays as it is; 0 removes it. It takes effect within 2 s, also for sessions that run; files that are under way are finished. Streams cannot be limited here.")
    LimitView setOfExport(@PathVariable String export, @RequestBody SetPlaceLimit wanted) {
        if (wanted.maxStreams() != null)
            throw invalid("streams of an export cannot be limited: limit those of a link or of a node");
        exports.require(new ExportName(place(export).name()));
        return set(place(export), wanted);
    }

    @DeleteMapping(OF_EXPORT)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the export {export}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeExportLimit", summary = "Removes the limit of an export")
    void removeOfExport(@PathVariable String export) {
        remove(place(export));
    }

    @GetMapping(OF_NODE)
    @Needs(Role.READER)
    @Operation(operationId = "getNodeLimit", summary = "The limit of a node of this site")
    LimitView ofNode(@PathVariable String nodeId) {
        return find(node(nodeId));
    }

    @PutMapping(path = OF_NODE, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the node {nodeId}")
    @Operation(
            operationId = "setNodeLimit",
            summary = "Sets the limit of a node, for all its jobs together",
            description =
                    "What the request leaves out stays as it is; 0 removes it. It takes effect within 2 s, also for sessions that run; files that are under way are finished. Streams that are open stay: their number counts for sessions that begin.")
    LimitView setOfNode(@PathVariable String nodeId, @RequestBody SetPlaceLimit wanted) {
        requireThere(Numbers.node(nodeId));
        return set(node(nodeId), wanted);
    }

    @DeleteMapping(OF_NODE)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the node {nodeId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeNodeLimit", summary = "Removes the limit of a node")
    void removeOfNode(@PathVariable String nodeId) {
        remove(node(nodeId));
    }

    private LimitView find(LimitedPlace place) {
        return catalog.placeLimits().find(place).map(views::of).orElseThrow(() -> none(place));
    }

    private void remove(LimitedPlace place) {
        if (!Answers.durable(catalog.placeLimits().remove(place))) throw none(place);
    }

    private LimitView set(LimitedPlace place, SetPlaceLimit wanted) {
        checkAtLeastZero("maxRateInBytesPerSecond", wanted.maxRateInBytesPerSecond());
        checkAtLeastZero("maxRateOutBytesPerSecond", wanted.maxRateOutBytesPerSecond());
        checkAtLeastZero("maxStreams", wanted.maxStreams());
        checkAtLeastZero("maxActiveFiles", wanted.maxActiveFiles());
        if (wanted.equals(SetPlaceLimit.NOTHING)) throw invalid("nothing is changed");
        String note = wanted.note();
        if (note != null) PlainText.checked("note", note, LinkLimit.NOTE_LENGTH_MAX);
        AuditedDetail.note(LimitDetail.of(wanted));
        PlaceLimitChange change = new PlaceLimitChange(
                wanted.maxRateInBytesPerSecond(),
                wanted.maxRateOutBytesPerSecond(),
                wanted.maxStreams(),
                wanted.maxActiveFiles(),
                note,
                CallerAuthentication.current().owner());
        return views.of(Answers.durable(catalog.placeLimits().set(place, change)));
    }

    static void checkAtLeastZero(String name, @Nullable Number value) {
        if (value != null && value.longValue() < 0) throw invalid(name + " is " + value + ", but is at least 0");
    }

    private static LimitedPlace place(String export) {
        try {
            return LimitedPlace.export(new ExportName(export).value());
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "'" + export + "' is the name of no export", e);
        }
    }

    private static LimitedPlace node(String id) {
        return LimitedPlace.node(Numbers.node(id));
    }

    private void requireThere(long node) {
        boolean isThere = catalog.nodes().all().stream().anyMatch(known -> known.number() == node);
        if (!isThere) throw new MoverException(ErrorCode.NOT_FOUND, "there is no node-" + node);
    }

    private static MoverException none(LimitedPlace place) {
        String what = place.kind() == LimitedPlace.Kind.EXPORT ? "export" : "node";
        return new MoverException(ErrorCode.NOT_FOUND, "the " + what + " '" + place.shownName() + "' has no limit");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
