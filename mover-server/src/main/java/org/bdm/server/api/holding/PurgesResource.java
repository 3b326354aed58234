package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.ApplyPurge;
import org.bdm.core.control.holding.CreatePurge;
import org.bdm.core.control.holding.PurgeDatasetView;
import org.bdm.core.control.holding.PurgeFileView;
import org.bdm.core.control.holding.PurgeView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.HoldingState;
import org.bdm.server.catalog.removal.PurgeCaution;
import org.bdm.server.catalog.removal.PurgeDataset;
import org.bdm.server.catalog.removal.PurgeDirectory;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.PurgeQuestion;
import org.bdm.server.upkeep.Purging;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Plans of removal: made by operators, looked at by readers, applied by administrators. */
@RestController
@RequestMapping(RouteRoles.API + "/purges")
@Tag(name = "purges")
public class PurgesResource {
    private static final int DATASETS_MAX = 1_000;
    private static final int TEXT_LENGTH_MAX = 1_024;

    private final Catalog catalog;
    private final LocalExports exports;
    private final Purging purging;
    private final Clock clock;

    PurgesResource(Catalog catalog, LocalExports exports, Purging purging, Clock clock) {
        this.catalog = catalog;
        this.exports = exports;
        this.purging = purging;
        this.clock = clock;
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("planned a removal")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "createPurge",
            summary = "Begins to make a plan of removal from superseded and retracted holdings; nothing is removed",
            description = "The plan can be applied for 7 days once it is OPEN.")
    PurgeView create(@RequestBody CreatePurge wish) {
        String owner = CallerAuthentication.current().owner();
        PurgeView plan = view(Answers.durable(purging.plan(owner, question(wish))));
        AuditedDetail.note(plan.id());
        return plan;
    }

    private PurgeQuestion question(CreatePurge wish) {
        if (wish.datasets().size() > DATASETS_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "datasets: more than " + DATASETS_MAX + " names");
        }
        for (String name : wish.datasets()) {
            if (PlainText.checked("datasets", name, TEXT_LENGTH_MAX).isBlank()) {
                throw new MoverException(ErrorCode.INVALID_REQUEST, "datasets: a name is empty");
            }
        }
        String prefix = wish.prefix();
        return new PurgeQuestion(
                wish.datasets(),
                prefix == null ? null : PlainText.checked("prefix", prefix, TEXT_LENGTH_MAX),
                state(wish.state()),
                export(wish.export()),
                wish.withoutSuccessor() != null && wish.withoutSuccessor(),
                wish.listedOnly() != null && wish.listedOnly());
    }

    private static @Nullable HoldingState state(@Nullable String text) {
        if (text == null) return null;
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "SUPERSEDED" -> HoldingState.SUPERSEDED;
            case "RETRACTED" -> HoldingState.RETRACTED;
            default ->
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "state is none of SUPERSEDED, RETRACTED: nothing else is removed");
        };
    }

    private @Nullable ExportName export(@Nullable String text) {
        if (text == null) return null;
        try {
            ExportName name = new ExportName(text);
            exports.require(name);
            return name;
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "this site has no export '" + text + "'", e);
        }
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listPurges", summary = "Plans of removal, the newest first")
    Page<PurgeView> list(
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        RowPage<PurgePlan> page = catalog.purges().page(cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(this::view).toList(), page.nextCursor());
    }

    @GetMapping("/{purgeId}")
    @Needs(Role.READER)
    @Operation(operationId = "getPurge", summary = "A plan of removal, or how far it is applied")
    PurgeView get(@PathVariable String purgeId) {
        return view(existing(purgeId));
    }

    @GetMapping("/{purgeId}/datasets")
    @Needs(Role.READER)
    @Operation(operationId = "listPurgeDatasets", summary = "The datasets of a plan, and what takes their place")
    Page<PurgeDatasetView> datasets(
            @PathVariable String purgeId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        List<PurgeDataset> found = catalog.purges()
                .datasets(existing(purgeId).number(), (int) Math.min(Integer.MAX_VALUE, Numbers.after(cursor)), rows);
        boolean isLast = found.size() < rows;
        return new Page<>(
                found.stream().map(PurgeViews::of).toList(),
                isLast ? null : String.valueOf(found.get(rows - 1).ordinal()));
    }

    @GetMapping("/{purgeId}/files")
    @Needs(Role.READER)
    @Operation(operationId = "listPurgeFiles", summary = "The files of a plan, with what became of each")
    Page<PurgeFileView> files(
            @PathVariable String purgeId,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        List<PurgeFile> found = catalog.purges().files(existing(purgeId).number(), Numbers.after(cursor), rows);
        boolean isLast = found.size() < rows;
        return new Page<>(
                found.stream().map(PurgeViews::of).toList(),
                isLast ? null : String.valueOf(found.get(rows - 1).number()));
    }

    @PostMapping("/{purgeId}/apply")
    @Needs(Role.ADMIN)
    @Audited("applied the removal plan {purgeId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "applyPurge",
            summary = "Starts or continues to remove the files of a plan; each is checked again",
            description = "A file that has changed since, or that another version needs, is kept and says why.")
    PurgeView apply(@PathVariable String purgeId, @RequestBody(required = false) @Nullable ApplyPurge wish) {
        String by = CallerAuthentication.current().owner();
        Long confirmed = wish == null ? null : wish.confirmCount();
        return view(Answers.durable(purging.apply(Numbers.purge(purgeId), by, confirmed)));
    }

    @PostMapping("/{purgeId}/restore")
    @Needs(Role.ADMIN)
    @Audited("restored the files of {purgeId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "restorePurge",
            summary = "Starts or continues to move the files of a mirror plan back from the quarantine",
            description = "A file whose place is taken stays in the quarantine and says why.")
    PurgeView restore(@PathVariable String purgeId) {
        return view(Answers.durable(purging.restore(Numbers.purge(purgeId))));
    }

    @PostMapping("/{purgeId}/empty")
    @Needs(Role.ADMIN)
    @Audited("deleted the quarantined files of {purgeId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "emptyPurge",
            summary = "Starts or continues to delete the files of a mirror plan from the quarantine, for good")
    PurgeView empty(@PathVariable String purgeId) {
        return view(Answers.durable(purging.empty(Numbers.purge(purgeId))));
    }

    @PostMapping("/{purgeId}/discard")
    @Needs(Role.OPERATOR)
    @Audited("discarded the removal plan {purgeId}")
    @Operation(operationId = "discardPurge", summary = "Withdraws a plan; removes nothing")
    PurgeView discard(@PathVariable String purgeId) {
        return view(Answers.durable(catalog.purges().discard(Numbers.purge(purgeId))));
    }

    private PurgeView view(PurgePlan plan) {
        List<PurgeDirectory> largest =
                plan.mirror() == null ? List.of() : catalog.mirrors().largest(plan.number());
        List<PurgeCaution> cautions =
                plan.mirror() == null ? List.of() : catalog.mirrors().cautions(plan.number());
        return PurgeViews.of(plan, largest, cautions, clock.instant());
    }

    private PurgePlan existing(String purgeId) {
        long number = Numbers.purge(purgeId);
        return catalog.purges()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no purge-" + number));
    }
}
