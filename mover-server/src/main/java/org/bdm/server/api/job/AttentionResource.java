package org.bdm.server.api.job;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.AcknowledgeItem;
import org.bdm.core.control.site.AcknowledgementView;
import org.bdm.core.control.site.AttentionActionView;
import org.bdm.core.control.site.AttentionView;
import org.bdm.core.control.site.RemedyRequestView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.attention.Attention;
import org.bdm.server.attention.AttentionItem;
import org.bdm.server.attention.Cure;
import org.bdm.server.attention.ListedItem;
import org.bdm.server.attention.Remedy;
import org.bdm.server.catalog.site.Acknowledgement;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Caller;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists what needs a person, and acknowledges it. A caller who sees the own jobs only sees and acknowledges nothing else. */
@RestController
@RequestMapping(RouteRoles.API + "/attention")
@Tag(name = "attention")
public class AttentionResource {
    private final Attention attention;
    private final VisibleJobs visible;

    AttentionResource(Attention attention, VisibleJobs visible) {
        this.attention = attention;
        this.visible = visible;
    }

    @GetMapping
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "listAttention",
            summary = "What needs a person, grouped by cause",
            description =
                    "One item for each job, dataset or other thing, those of one kind and code together. An item vanishes when its"
                            + " cause is gone. At most 1,000 failed and 1,000 paused jobs are listed, the newest failures.")
    Page<AttentionView> list(
            @RequestParam(required = false, defaultValue = "false")
                    @Parameter(description = "Also items that somebody acknowledged, behind the others.")
                    boolean acknowledged) {
        Caller caller = CallerAuthentication.current();
        String owner = VisibleJobs.isLimited(caller) ? caller.owner() : null;
        List<AttentionView> all = attention.list(owner, acknowledged).stream()
                .map(AttentionResource::view)
                .toList();
        return new Page<>(all, null);
    }

    @GetMapping("/{itemId}")
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "getAttention",
            summary = "One thing that needs a person",
            description = "NOT_FOUND when nothing needs a person there any more.")
    AttentionView get(@PathVariable String itemId) {
        return view(seen(itemId));
    }

    @PostMapping(path = "/{itemId}/acknowledgement", consumes = "application/json")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("acknowledged the attention item {itemId}")
    @Operation(
            operationId = "acknowledgeAttention",
            summary = "Puts an item away until its cause changes",
            description =
                    "The list leaves it out from then on, at every node. It is shown again when the cause has another code or is seen"
                            + " anew, and after the time in the answer. A second acknowledgement replaces the first.")
    AttentionView acknowledge(@PathVariable String itemId, @RequestBody AcknowledgeItem wish) {
        AttentionItem item = steered(itemId);
        String note = PlainText.checked(
                        "note", Objects.requireNonNullElse(wish.note(), ""), Acknowledgement.NOTE_LENGTH_MAX)
                .strip();
        ListedItem put =
                attention.acknowledge(item, CallerAuthentication.current().owner(), wish.until(), note);
        Acknowledgement made = Objects.requireNonNull(put.acknowledgement());
        AuditedDetail.note(item.cause().code()
                + (made.endsAt() == null ? "" : ", until " + made.endsAt())
                + (note.isEmpty() ? "" : ": " + note));
        return view(put);
    }

    @DeleteMapping("/{itemId}/acknowledgement")
    @Needs({Role.OPERATOR, Role.SUBMITTER})
    @Audited("reopened the attention item {itemId}")
    @Operation(
            operationId = "reopenAttention",
            summary = "Shows an acknowledged item again",
            description = "Nothing changes if it was not acknowledged.")
    AttentionView reopen(@PathVariable String itemId) {
        return view(attention.reopen(steered(itemId)));
    }

    private ListedItem seen(String itemId) {
        ListedItem found = attention.find(itemId);
        JobId job = found.item().job();
        if (job != null) {
            var unused = visible.seen(job);
        } else if (VisibleJobs.isLimited(CallerAuthentication.current())) {
            throw new MoverException(
                    ErrorCode.NOT_FOUND, "nothing with the id '" + found.item().id() + "' is yours");
        }
        return found;
    }

    private AttentionItem steered(String itemId) {
        AttentionItem item = seen(itemId).item();
        if (item.job() != null) {
            JobId unused = visible.steered(item.job().toString());
        } else if (!CallerAuthentication.current().may(Role.OPERATOR)) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "acknowledging " + item.id() + " needs the role operator");
        }
        return item;
    }

    private static AttentionView view(ListedItem listed) {
        AttentionItem item = listed.item();
        return new AttentionView(
                item.id(),
                item.kind().name(),
                item.cause().code(),
                item.cause().text(),
                item.cause().advice(),
                item.cause().since(),
                item.cause().lastAt(),
                item.cause().times(),
                item.files(),
                item.job() == null ? List.of() : List.of(item.job().toString()),
                null,
                actions(item.remedy()),
                item.remedy().firstCommand(),
                request(item.remedy()),
                view(listed.acknowledgement()));
    }

    private static RemedyRequestView request(Remedy remedy) {
        return new RemedyRequestView(remedy.method(), remedy.path(), remedy.body());
    }

    /** The last one is the request. */
    private static List<AttentionActionView> actions(Remedy remedy) {
        List<AttentionActionView> actions = new ArrayList<>();
        for (Cure step : remedy.steps()) {
            RemedyRequestView request = actions.size() == remedy.cures().size() ? request(remedy) : null;
            actions.add(new AttentionActionView(step.label(), step.command(), step.page(), request));
        }
        return actions;
    }

    private static @Nullable AcknowledgementView view(@Nullable Acknowledgement known) {
        if (known == null) return null;
        return new AcknowledgementView(
                known.by(), known.at(), known.endsAt(), known.note().isEmpty() ? null : known.note());
    }
}
