package org.bdm.server.api.holding;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.DecideDispute;
import org.bdm.core.control.holding.DisputeView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.job.FileNumber;
import org.bdm.server.holding.dispute.DisputeDecisions;
import org.bdm.server.holding.dispute.DisputedHoldings;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Files whose copies contradict what was published, for a person to decide. */
@RestController
@RequestMapping(RouteRoles.API + "/disputes")
@Tag(name = "disputes")
public class DisputesResource {
    private static final Logger LOG = LoggerFactory.getLogger(DisputesResource.class);
    private static final int REMARK_LENGTH_MAX = 2000;
    private static final long ACCEPT_SECONDS = 20;

    private final Catalog catalog;
    private final DisputeDecisions decisions;
    private final Looks looks;
    private final Map<Long, CompletableFuture<Dispute>> accepting = new HashMap<>(); // guarded by itself

    DisputesResource(Catalog catalog, LocalExports exports, Looks looks, Clock clock) {
        this.catalog = catalog;
        this.decisions = new DisputeDecisions(catalog, exports, new DisputedHoldings(catalog, exports, clock));
        this.looks = looks;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listDisputes", summary = "Disputes, oldest first")
    Page<DisputeView> list(
            @RequestParam(required = false) @Parameter(description = "OPEN, ACCEPTED or REJECTED") @Nullable String state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable Integer limit) {
        int rows = Numbers.limit(limit);
        List<Dispute> found = catalog.disputes().after(cursor == null ? 0 : number(cursor), state(state), rows);
        List<DisputeView> views = found.stream().map(DisputeViews::brief).toList();
        boolean mayBeMore = found.size() == rows;
        return new Page<>(views, mayBeMore ? "dispute-" + found.get(rows - 1).number() : null);
    }

    @GetMapping("/{disputeId}")
    @Needs(Role.READER)
    @Operation(operationId = "getDispute", summary = "One dispute, with a report for the publisher")
    DisputeView get(@PathVariable String disputeId) {
        long number = number(disputeId);
        return catalog.disputes()
                .find(number)
                .map(DisputeViews::full)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no dispute-" + number));
    }

    @PostMapping(path = "/{disputeId}/accept", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("accepted the copy of {disputeId}")
    @Operation(
            operationId = "acceptDispute",
            summary = "Places the kept bytes under the name of the file",
            description =
                    "They are read once more before. What takes longer than 20 s continues after the answer, which is 202"
                            + " then, with the dispute still open: ask for it until it is decided. If it could not be, that is an event of its job.")
    @ApiResponse(responseCode = "200", description = "Placed.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "202", description = "Goes on.", useReturnTypeSchema = true)
    ResponseEntity<DisputeView> accept(@PathVariable String disputeId, @RequestBody DecideDispute decision) {
        String by = CallerAuthentication.current().owner();
        long number = number(disputeId);
        String remark = remark(decision);
        CompletableFuture<Dispute> accepting = accepting(number, () -> decisions.accept(number, by, remark));
        Optional<Dispute> decided = looks.within(accepting, ACCEPT_SECONDS);
        if (decided.isPresent()) return ResponseEntity.ok(DisputeViews.full(decided.get()));
        var unused = accepting.whenComplete((later, failure) -> {
            if (failure != null) notAccepted(number, Answers.moverException(failure));
        });
        return ResponseEntity.accepted().body(get(disputeId));
    }

    /** One at a time for each dispute: who asks again while it goes on waits for the same. */
    private CompletableFuture<Dispute> accepting(long number, Supplier<Dispute> accept) {
        synchronized (accepting) {
            accepting.values().removeIf(CompletableFuture::isDone);
            CompletableFuture<Dispute> known = accepting.get(number);
            if (known != null) return known;
            CompletableFuture<Dispute> begun = looks.slow(accept);
            accepting.put(number, begun);
            return begun;
        }
    }

    private void notAccepted(long number, MoverException why) {
        LOG.warn("dispute-{} was not accepted: {}", number, why.sentence());
        catalog.disputes().find(number).ifPresent(dispute -> {
            String text = "dispute-" + number + " was not accepted: " + ProblemText.shown(why.sentence());
            var unused = catalog.events().add(FileNumber.job(dispute.file()), "DISPUTE_NOT_ACCEPTED", text, "{}");
        });
    }

    @PostMapping(path = "/{disputeId}/reject", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("rejected the copy of {disputeId}")
    @Operation(operationId = "rejectDispute", summary = "Throws the kept bytes away")
    DisputeView reject(@PathVariable String disputeId, @RequestBody DecideDispute decision) {
        Caller by = CallerAuthentication.current();
        String remark = remark(decision);
        return looks.now("the disk", () -> DisputeViews.full(decisions.reject(number(disputeId), by.owner(), remark)));
    }

    private static String remark(DecideDispute decision) {
        String remark =
                PlainText.checked("remark", decision.remark() == null ? "" : decision.remark(), REMARK_LENGTH_MAX);
        AuditedDetail.note(remark);
        return remark;
    }

    private static @Nullable DisputeState state(@Nullable String text) {
        if (text == null || text.isEmpty()) return null;
        try {
            return DisputeState.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "state is none of OPEN, ACCEPTED, REJECTED", e);
        }
    }

    private static long number(String id) {
        String digits = id.startsWith("dispute-") ? id.substring("dispute-".length()) : id;
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new MoverException(ErrorCode.NOT_FOUND, "'" + id + "' is not a dispute; one looks like dispute-3");
        }
        return Long.parseLong(digits);
    }
}
