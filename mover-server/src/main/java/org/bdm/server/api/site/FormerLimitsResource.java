package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.SetLimit;
import org.bdm.core.control.link.SetLinkLimit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.limit.Limit.Direction;
import org.bdm.server.catalog.limit.LimitedPlace;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The former routes of limits, for one release: {@link LimitsResource} does what they ask for. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "sites")
public class FormerLimitsResource {
    private static final String OF_EXPORT = "/exports/{export}/limit";
    private static final String OF_NODE = "/nodes/{nodeId}/limit";
    private static final String OF_LINK = "/links/{source}/{destination}/limit";

    private final LimitsResource limits;
    private final OwnSite own;

    FormerLimitsResource(LimitsResource limits, OwnSite own) {
        this.limits = limits;
        this.own = own;
    }

    /** Says since when these routes are not to be used (RFC 9745): 1 December 2026. */
    @ModelAttribute
    void deprecated(HttpServletResponse response) {
        response.setHeader("Deprecation", "@1796083200");
    }

    @GetMapping(OF_EXPORT)
    @Needs(Role.READER)
    @Operation(operationId = "getExportLimit", deprecated = true, summary = "Use GET /limits/export/{limited}")
    LimitView ofExport(@PathVariable String export) {
        return limits.get("export", export);
    }

    @PutMapping(path = OF_EXPORT, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the export {export}")
    @Operation(operationId = "setExportLimit", deprecated = true, summary = "Use PUT /limits/export/{limited}")
    LimitView setOfExport(@PathVariable String export, @RequestBody SetLimit wanted) {
        return limits.set("export", export, wanted);
    }

    @DeleteMapping(OF_EXPORT)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the export {export}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeExportLimit", deprecated = true, summary = "Use DELETE /limits/export/{limited}")
    void removeOfExport(@PathVariable String export) {
        limits.remove("export", export, null);
    }

    @GetMapping(OF_NODE)
    @Needs(Role.READER)
    @Operation(operationId = "getNodeLimit", deprecated = true, summary = "Use GET /limits/node/{limited}")
    LimitView ofNode(@PathVariable String nodeId) {
        return limits.get("node", nodeId);
    }

    @PutMapping(path = OF_NODE, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the node {nodeId}")
    @Operation(operationId = "setNodeLimit", deprecated = true, summary = "Use PUT /limits/node/{limited}")
    LimitView setOfNode(@PathVariable String nodeId, @RequestBody SetLimit wanted) {
        return limits.set("node", nodeId, wanted);
    }

    @DeleteMapping(OF_NODE)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the node {nodeId}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeNodeLimit", deprecated = true, summary = "Use DELETE /limits/node/{limited}")
    void removeOfNode(@PathVariable String nodeId) {
        limits.remove("node", nodeId, null);
    }

    @GetMapping(OF_LINK)
    @Needs(Role.READER)
    @Operation(operationId = "getLinkLimit", deprecated = true, summary = "Use GET /limits/link/{limited}")
    LinkLimitView ofLink(@PathVariable String source, @PathVariable String destination) {
        Direction direction = direction(source, destination);
        return limits.find(place(source, destination))
                .filter(limit -> limit.isNothing() || limit.limits(direction))
                .map(limit -> LinkViews.of(limit, own, direction))
                .orElseThrow(() -> none(source, destination));
    }

    @PutMapping(path = OF_LINK, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the link from {source} to {destination}")
    @Operation(operationId = "setLinkLimit", deprecated = true, summary = "Use PUT /limits/link/{limited}")
    LinkLimitView setOfLink(
            @PathVariable String source, @PathVariable String destination, @RequestBody SetLinkLimit wanted) {
        Direction direction = direction(source, destination);
        boolean isOut = direction == Direction.OUT;
        if (isOut) limits.requireReceiver(destination);
        if (isOut && (wanted.maxStreams() != null || wanted.maxActiveFiles() != null))
            throw LimitsResource.invalid(
                    "streams and active files are limited where the data arrives: at the site '" + destination + "'");
        Long rate = wanted.maxRateBytesPerSecond();
        SetLimit limit = new SetLimit(
                isOut ? null : rate, isOut ? rate : null, wanted.maxStreams(), wanted.maxActiveFiles(), wanted.note());
        return LinkViews.of(limits.set(place(source, destination), limit), own, direction);
    }

    @DeleteMapping(OF_LINK)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the link from {source} to {destination}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeLinkLimit", deprecated = true, summary = "Use DELETE /limits/link/{limited}")
    void removeOfLink(@PathVariable String source, @PathVariable String destination) {
        Set<Direction> directions = Set.of(direction(source, destination));
        if (!limits.remove(place(source, destination), directions)) throw none(source, destination);
    }

    private LimitedPlace place(String source, String destination) {
        return LimitedPlace.link(direction(source, destination) == Direction.OUT ? destination : source);
    }

    /** Data of others is limited where it arrives: the destination owns the jobs. */
    private Direction direction(String source, String destination) {
        String here = own.name().value();
        if (destination.equals(here)) return Direction.IN;
        if (source.equals(here)) return Direction.OUT;
        throw LimitsResource.invalid("this server limits links to '" + here + "'; set the limit of a link to '"
                + destination + "' at that site");
    }

    private static MoverException none(String source, String destination) {
        return new MoverException(
                ErrorCode.NOT_FOUND, "the link from '" + source + "' to '" + destination + "' has no limit");
    }
}
