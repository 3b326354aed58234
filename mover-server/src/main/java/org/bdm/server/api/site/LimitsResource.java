package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.control.Page;
import org.bdm.core.control.link.LimitView;
import org.bdm.core.control.link.SetLimit;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.Limit.Direction;
import org.bdm.server.catalog.limit.LimitChange;
import org.bdm.server.catalog.limit.LimitedPlace;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The limits of links, exports and nodes of this site. */
@RestController
@RequestMapping(RouteRoles.API + "/limits")
@Tag(name = "sites")
public class LimitsResource {
    private static final String ONE = "/{limitKind}/{limited}";

    private final Catalog catalog;
    private final LimitViews views;
    private final LocalExports exports;
    private final LinkSources sources;

    LimitsResource(Catalog catalog, LimitViews views, LocalExports exports, LinkSources sources) {
        this.catalog = catalog;
        this.views = views;
        this.exports = exports;
        this.sources = sources;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listLimits", summary = "All limits of links, exports and nodes that somebody set")
    Page<LimitView> list() {
        return new Page<>(views.all(), null);
    }

    @GetMapping(ONE)
    @Needs(Role.READER)
    @Operation(operationId = "getLimit", summary = "The limit of a link, an export or a node")
    LimitView get(@PathVariable String limitKind, @PathVariable String limited) {
        LimitedPlace place = place(limitKind, limited);
        return views.of(find(place).orElseThrow(() -> none(place)));
    }

    @PutMapping(path = ONE, consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("limited the {limitKind} {limited}")
    @Operation(
            operationId = "setLimit",
            summary = "Sets the limit of a link, an export or a node, for all jobs together",
            description =
                    "What the request leaves out stays as it is; 0 removes it. A rate takes effect within 2 s, also for sessions that run. Files that are under way are finished. Streams that are open stay: their number counts for sessions that begin. Streams of an export cannot be limited.")
    LimitView set(@PathVariable String limitKind, @PathVariable String limited, @RequestBody SetLimit wanted) {
        return views.of(set(place(limitKind, limited), wanted));
    }

    @DeleteMapping(ONE)
    @Needs(Role.OPERATOR)
    @Audited("removed the limit of the {limitKind} {limited}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeLimit", summary = "Removes the limit of a link, an export or a node")
    void remove(
            @PathVariable String limitKind,
            @PathVariable String limited,
            @RequestParam(required = false) @Nullable String direction) {
        LimitedPlace place = place(limitKind, limited);
        Set<Direction> directions =
                direction == null ? Direction.BOTH : Set.of(constant(Direction.class, "direction", direction));
        if (!remove(place, directions)) throw none(place);
    }

    Optional<Limit> find(LimitedPlace place) {
        return catalog.limits().find(place);
    }

    boolean remove(LimitedPlace place, Set<Direction> directions) {
        String who = CallerAuthentication.current().owner();
        return Answers.durable(catalog.limits().remove(place, directions, who));
    }

    Limit set(LimitedPlace place, SetLimit wanted) {
        requireThere(place, wanted);
        checkAtLeastZero("maxRateInBytesPerSecond", wanted.maxRateInBytesPerSecond());
        checkAtLeastZero("maxRateOutBytesPerSecond", wanted.maxRateOutBytesPerSecond());
        checkAtLeastZero("maxStreams", wanted.maxStreams());
        checkAtLeastZero("maxActiveFiles", wanted.maxActiveFiles());
        if (wanted.equals(SetLimit.NOTHING)) throw invalid("nothing is changed");
        String note = wanted.note();
        if (note != null) PlainText.checked("note", note, Limit.NOTE_LENGTH_MAX);
        AuditedDetail.note(LimitDetail.of(wanted));
        LimitChange change = new LimitChange(
                wanted.maxRateInBytesPerSecond(),
                wanted.maxRateOutBytesPerSecond(),
                wanted.maxStreams(),
                wanted.maxActiveFiles(),
                note,
                CallerAuthentication.current().owner());
        return Answers.durable(catalog.limits().set(place, change));
    }

    private static void checkAtLeastZero(String name, @Nullable Number value) {
        if (value != null && value.longValue() < 0) throw invalid(name + " is " + value + ", but is at least 0");
    }

    static LimitedPlace place(String kind, String name) {
        return switch (constant(LimitedPlace.Kind.class, "the kind", kind)) {
            case LINK -> LimitedPlace.link(name);
            case EXPORT -> export(name);
            case NODE -> LimitedPlace.node(Numbers.node(name));
        };
    }

    private static <E extends Enum<E>> E constant(Class<E> of, String what, String text) {
        for (E constant : of.getEnumConstants()) {
            if (constant.name().toLowerCase(Locale.ROOT).equals(text)) return constant;
        }
        String all = EnumSet.allOf(of).toString().toLowerCase(Locale.ROOT);
        throw invalid(what + " is '" + text + "', but must be one of " + all);
    }

    private static LimitedPlace export(String name) {
        try {
            return LimitedPlace.export(new ExportName(name).value());
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "'" + name + "' is the name of no export", e);
        }
    }

    private void requireThere(LimitedPlace place, SetLimit wanted) {
        switch (place.kind()) {
            case LINK -> requireLink(place.name(), wanted);
            case EXPORT -> {
                if (wanted.maxStreams() != null)
                    throw invalid("streams of an export cannot be limited: limit those of a link or of a node");
                exports.require(new ExportName(place.name()));
            }
            case NODE -> {
                boolean isThere = catalog.nodes().all().stream()
                        .anyMatch(node -> LimitedPlace.node(node.number()).equals(place));
                if (!isThere) throw new MoverException(ErrorCode.NOT_FOUND, "there is no " + place.shownName());
            }
        }
    }

    /** Refuses what this site sends nothing to; UNKNOWN_SITE. */
    void requireReceiver(String name) {
        if (!name.equals(Limit.EVERYTHING)) sources.requirePaired(name);
    }

    private void requireLink(String name, SetLimit wanted) {
        boolean isOut = wanted.maxRateOutBytesPerSecond() != null;
        if (isOut) requireReceiver(name);
        boolean isIn = wanted.maxRateInBytesPerSecond() != null
                || wanted.maxStreams() != null
                || wanted.maxActiveFiles() != null;
        if (isIn || !isOut) sources.requireKnown(name);
        if (wanted.maxActiveFiles() != null && sources.isDataNode(name))
            throw invalid("a data node has one connection for each active file: limit maxStreams");
    }

    private static MoverException none(LimitedPlace place) {
        String what = place.kind().name().toLowerCase(Locale.ROOT);
        return new MoverException(ErrorCode.NOT_FOUND, "the " + what + " '" + place.shownName() + "' has no limit");
    }

    static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
