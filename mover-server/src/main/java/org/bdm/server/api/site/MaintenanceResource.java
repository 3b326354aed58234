package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.AddMaintenance;
import org.bdm.core.control.site.ImportedMaintenance;
import org.bdm.core.control.site.MaintenanceView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.site.Maintenance;
import org.bdm.server.extension.Extensions;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.opening.MaintenanceCalendar;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The maintenance calendars of this site and of those it is paired with. */
@RestController
@RequestMapping(RouteRoles.API + "/sites/{name}/maintenance")
@Tag(name = "sites")
public class MaintenanceResource {
    private static final String CALENDAR = "text/calendar";

    private final Catalog catalog;
    private final PlaceRuleViews views;
    private final Extensions extensions;

    MaintenanceResource(Catalog catalog, PlaceRuleViews views, Extensions extensions) {
        this.catalog = catalog;
        this.views = views;
        this.extensions = extensions;
    }

    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @Needs(Role.READER)
    @Operation(
            operationId = "listMaintenance",
            summary = "The maintenance calendar of a site",
            description =
                    "By the begin of the entries, those that are over included. With Accept: text/calendar, as iCalendar.")
    Page<MaintenanceView> list(@PathVariable String name) {
        return new Page<>(entries(name).stream().map(views::of).toList(), null);
    }

    @GetMapping(produces = CALENDAR)
    @Needs(Role.READER)
    @Operation(operationId = "exportMaintenance", summary = "The maintenance calendar of a site as iCalendar")
    String export(@PathVariable String name) {
        return calendars().write(entries(name));
    }

    private MaintenanceCalendar calendars() {
        return extensions.need(MaintenanceCalendar.POINT, CALENDAR);
    }

    private List<Maintenance> entries(String name) {
        views.requireSite(name);
        return catalog.placeRules().maintenanceOf(name);
    }

    @PostMapping(consumes = "application/json", produces = MediaType.APPLICATION_JSON_VALUE)
    @Needs(Role.OPERATOR)
    @Audited("added maintenance of the site {name}")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "addMaintenance",
            summary = "Adds an entry to the maintenance calendar of a site",
            description =
                    "It takes effect within 2 s. While it goes on nothing is fetched from the site; of this site, nothing comes in.")
    MaintenanceView add(@PathVariable String name, @RequestBody AddMaintenance wanted) {
        views.requireSite(name);
        Instant begins = wanted.beginsAt();
        Instant ends = wanted.endsAt();
        if (begins == null || ends == null) throw invalid("beginsAt and endsAt are required");
        if (!ends.isAfter(begins)) throw invalid("endsAt is not later than beginsAt");
        if (!ends.isAfter(views.now())) throw invalid("endsAt is " + ends + ", which has passed");
        String note = wanted.note() == null ? "" : PlainText.checked("note", wanted.note(), Limit.NOTE_LENGTH_MAX);
        AuditedDetail.note(begins + " to " + ends + ": " + note);
        String who = CallerAuthentication.current().owner();
        Maintenance entry = new Maintenance(0, name, begins, ends, note, "", who, views.now());
        return views.of(Answers.durable(catalog.placeRules().addMaintenance(List.of(entry)))
                .get(0));
    }

    @PostMapping(consumes = CALENDAR, produces = MediaType.APPLICATION_JSON_VALUE)
    @Needs(Role.OPERATOR)
    @Audited("added maintenance of the site {name}")
    @Operation(
            operationId = "importMaintenance",
            summary = "Imports an iCalendar file into the maintenance calendar of a site",
            description =
                    "Each VEVENT becomes an entry; a daily, weekly, monthly or yearly one becomes an entry for each time within the next 400 days. Events that were imported earlier with the same UID are replaced. An event that is not understood is refused, and the others are imported.")
    ImportedMaintenance load(
            @PathVariable String name,
            @RequestParam(required = false)
                    @Parameter(
                            description =
                                    "Time zone of whole days and of times without a zone, such as Europe/Berlin; default: the one that the calendar names.")
                    @Nullable String zone,
            @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content = @Content(mediaType = CALENDAR, schema = @Schema(type = "string")))
                    @RequestBody
                    byte[] calendar) {
        views.requireSite(name);
        String who = CallerAuthentication.current().owner();
        MaintenanceCalendar calendars = calendars();
        MaintenanceCalendar.Reading read = calendars.read(
                new String(calendar, StandardCharsets.UTF_8), name, who, views.now(), zone(calendars, zone));
        AuditedDetail.note(
                read.entries().size() + " entries imported, " + read.refused().size() + " events refused");
        List<Maintenance> added =
                Answers.durable(catalog.placeRules().addMaintenance(read.entries(), name, read.uids()));
        return new ImportedMaintenance(
                added.stream().map(views::of).toList(),
                read.refused().stream()
                        .map(one -> new ImportedMaintenance.RefusedEvent(one.event(), ProblemText.shown(one.reason())))
                        .toList(),
                read.remarks());
    }

    private static @Nullable ZoneId zone(MaintenanceCalendar calendars, @Nullable String name) {
        if (name == null || name.isEmpty()) return null;
        return calendars
                .zone(name)
                .orElseThrow(() -> invalid("zone: '" + PlainText.checked("zone", name, 100)
                        + "' is not a time zone such as Europe/Berlin or UTC"));
    }

    @DeleteMapping("/{number}")
    @Needs(Role.OPERATOR)
    @Audited("removed maintenance of the site {name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeMaintenance", summary = "Removes an entry; work that waited for it resumes")
    void remove(@PathVariable String name, @PathVariable long number) {
        views.requireSite(name);
        if (Answers.durable(catalog.placeRules().removeMaintenance(name, number))) return;
        throw new MoverException(ErrorCode.NOT_FOUND, "the calendar of '" + name + "' has no entry " + number);
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
