package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.bdm.core.control.Page;
import org.bdm.core.control.link.LinkLimitView;
import org.bdm.core.control.link.LinkView;
import org.bdm.core.control.link.SetLinkLimit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.LinkLimit;
import org.bdm.server.catalog.limit.LinkLimitChange;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The links to this site: what they carry, and their limits. */
@RestController
@RequestMapping(RouteRoles.API + "/links")
@Tag(name = "sites")
public class LinksResource {
    private static final String LIMIT = "/{source}/{destination}/limit";

    private final Catalog catalog;
    private final LinkViews views;
    private final LinkSources sources;
    private final OwnSite own;

    LinksResource(Catalog catalog, LinkViews views, LinkSources sources, OwnSite own) {
        this.catalog = catalog;
        this.views = views;
        this.sources = sources;
        this.own = own;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "listLinks",
            summary = "The links to this site that are paired, limited or in use, and those from it that are limited",
            description =
                    "The source * stands for everything that comes to this site, the destination * for everything that it sends. The rate of a link from this site is that of the node that answers.")
    Page<LinkView> list() {
        return new Page<>(views.all(), null);
    }

    @GetMapping(LIMIT)
    @Needs(Role.READER)
    @Operation(operationId = "getLinkLimit", summary = "The limit of one link")
    LinkLimitView get(@PathVariable String source, @PathVariable String destination) {
        if (isSent(source, destination)) {
            return catalog.sendingLimits()
                    .find(destination)
                    .map(views::of)
                    .orElseThrow(() -> none(source, destination));
        }
        requireOwn(destination);
        return catalog.linkLimits().find(source).map(views::of).orElseThrow(() -> none(source, destination));
    }

    @PutMapping(path = LIMIT, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the link from {source} to {destination}")
    @Operation(
            operationId = "setLinkLimit",
            summary = "Sets the limit of one link, for all jobs and nodes together",
            description =
                    "What the request leaves out stays as it is; 0 removes it. A rate takes effect within 2 s, also for sessions that run. Streams that are open stay: their number counts for sessions that begin. With this site as source it limits what is sent to the destination, or to * for all sites; only the rate can be limited there.")
    LinkLimitView set(@PathVariable String source, @PathVariable String destination, @RequestBody SetLinkLimit wanted) {
        if (!isSent(source, destination)) {
            requireOwn(destination);
            sources.requireKnown(source);
        }
        Long rate = wanted.maxRateBytesPerSecond();
        Integer streams = wanted.maxStreams();
        Integer files = wanted.maxActiveFiles();
        String note = wanted.note();
        LimitsResource.checkAtLeastZero("maxRateBytesPerSecond", rate);
        LimitsResource.checkAtLeastZero("maxStreams", streams);
        LimitsResource.checkAtLeastZero("maxActiveFiles", files);
        if (wanted.equals(SetLinkLimit.NOTHING)) throw invalid("nothing is changed");
        if (note != null) PlainText.checked("note", note, LinkLimit.NOTE_LENGTH_MAX);
        AuditedDetail.note(LimitDetail.of(wanted));
        String who = CallerAuthentication.current().owner();
        if (isSent(source, destination)) return setSent(destination, wanted, who);
        if (files != null && sources.isDataNode(source))
            throw invalid("a data node has one connection for each active file: limit maxStreams");
        LinkLimitChange change = new LinkLimitChange(source, rate, streams, files, note, who);
        return views.of(Answers.durable(catalog.linkLimits().set(change)));
    }

    @DeleteMapping(LIMIT)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the link from {source} to {destination}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeLinkLimit", summary = "Removes the limit of one link")
    void remove(@PathVariable String source, @PathVariable String destination) {
        if (isSent(source, destination)) {
            if (!Answers.durable(catalog.sendingLimits().remove(destination))) throw none(source, destination);
            return;
        }
        requireOwn(destination);
        if (!Answers.durable(catalog.linkLimits().remove(source))) throw none(source, destination);
    }

    private LinkLimitView setSent(String destination, SetLinkLimit wanted, String who) {
        if (!destination.equals(LinkLimit.EVERYTHING)) sources.requirePaired(destination);
        if (wanted.maxStreams() != null || wanted.maxActiveFiles() != null)
            throw invalid(
                    "streams and active files are limited where the data arrives: at the site '" + destination + "'");
        return views.of(Answers.durable(
                catalog.sendingLimits().set(destination, wanted.maxRateBytesPerSecond(), wanted.note(), who)));
    }

    /** True for data that this site sends to others. */
    private boolean isSent(String source, String destination) {
        return source.equals(own.name().value()) && !destination.equals(source);
    }

    /** Data of others is limited where it arrives: the destination owns the jobs. */
    private void requireOwn(String destination) {
        if (destination.equals(own.name().value())) return;
        throw invalid("this server limits links to '" + own.name() + "'; set the limit of a link to '" + destination
                + "' at that site");
    }

    private static MoverException none(String source, String destination) {
        return new MoverException(
                ErrorCode.NOT_FOUND, "the link from '" + source + "' to '" + destination + "' has no limit");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
