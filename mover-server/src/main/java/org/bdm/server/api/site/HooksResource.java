package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.bdm.core.control.Page;
import org.bdm.core.control.site.CreateHook;
import org.bdm.core.control.site.HookTrial;
import org.bdm.core.control.site.HookView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.hook.HookTarget;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.message.ProblemText;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Hooks: whom the site tells of its events. */
@RestController
@RequestMapping(RouteRoles.API + "/hooks")
@Tag(name = "hooks")
public class HooksResource {
    private static final List<String> BY_DEFAULT = List.of("SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED", "PAUSED");
    private static final Pattern KIND = Pattern.compile("[A-Z][A-Z_]{0,62}");
    private static final int KINDS_MAX = 30;
    private static final int LABEL_LENGTH_MAX = 200;
    private static final int SECRET_BYTES = 32;

    private final Catalog catalog;
    private final HookDelivery delivery;
    private final Clock clock;
    private final SecureRandom random;

    HooksResource(Catalog catalog, HookDelivery delivery, Clock clock, SecureRandom random) {
        this.catalog = catalog;
        this.delivery = delivery;
        this.clock = clock;
        this.random = random;
    }

    @GetMapping
    @Needs(Role.ADMIN)
    @Operation(operationId = "listHooks", summary = "The hooks of the site, by name")
    Page<HookView> list() {
        return new Page<>(
                catalog.hooks().all().stream().map(hook -> view(hook, null)).toList(), null);
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.ADMIN)
    @Audited("created a hook")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createHook",
            summary = "Makes a hook; the only answer that has the secret of its signature",
            description =
                    "It receives events from now on, in their order and at least once: what does not arrive is sent again.")
    HookView create(@RequestBody CreateHook wish) {
        if (!HookTarget.NAME.matcher(wish.name()).matches()) {
            throw invalid("name: lower-case letters, digits, '.', '_' and '-', at most 63");
        }
        HookTarget target = HookTarget.parse(wish.target());
        delivery.requireDeliverable(target);
        boolean isSigned = target instanceof HookTarget.Web;
        String label = wish.labelStart() == null ? "" : wish.labelStart();
        String who = CallerAuthentication.current().owner();
        Hook hook = Answers.durable(catalog.hooks()
                .add(new Hook(
                        wish.name(),
                        wish.target(),
                        kinds(wish.events()),
                        PlainText.checked("labelStart", label, LABEL_LENGTH_MAX),
                        isSigned ? secret() : "",
                        who,
                        clock.instant(),
                        Hook.Progress.NONE)));
        AuditedDetail.note(hook.name() + " to " + hook.target());
        return view(hook, isSigned ? hook.secret() : null);
    }

    private static Set<String> kinds(@Nullable List<String> wanted) {
        if (wanted == null || wanted.isEmpty()) return Set.copyOf(BY_DEFAULT);
        Set<String> kinds = new TreeSet<>(wanted);
        if (kinds.equals(Set.of(Hook.ALL_EVENTS))) return kinds;
        for (String kind : kinds) {
            if (!KIND.matcher(kind).matches()) {
                throw invalid(
                        "events: '" + ProblemText.shown(kind)
                                + "' is not a kind of event; write SUCCEEDED, PARTIAL, FAILED, CANCELLED, PAUSED or another of docs/hooks.md, or '*' alone");
            }
        }
        if (kinds.size() > KINDS_MAX) throw invalid("events: at most " + KINDS_MAX + " kinds; '*' stands for all");
        return kinds;
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return "whsec_" + Base64.getEncoder().encodeToString(bytes); // the form of Standard Webhooks
    }

    @PostMapping("/{name}/test")
    @Needs(Role.ADMIN)
    @Audited("tested the hook {name}")
    @Operation(
            operationId = "testHook",
            summary = "Delivers an event of kind TEST at once, and says whether it arrived")
    HookTrial test(@PathVariable String name) {
        Hook hook = catalog.hooks().find(name).orElseThrow(() -> unknown(name));
        Optional<String> failure = delivery.test(hook);
        return new HookTrial(failure.isEmpty(), failure.orElse(null));
    }

    @DeleteMapping("/{name}")
    @Needs(Role.ADMIN)
    @Audited("removed the hook {name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "removeHook", summary = "Removes a hook; what it was not told yet it is never told")
    void remove(@PathVariable String name) {
        if (!Answers.durable(catalog.hooks().remove(name))) throw unknown(name);
    }

    private static HookView view(Hook hook, @Nullable String secret) {
        Hook.Progress progress = hook.progress();
        return new HookView(
                hook.name(),
                hook.target(),
                List.copyOf(new TreeSet<>(hook.events())),
                hook.labelStart().isEmpty() ? null : hook.labelStart(),
                hook.createdBy(),
                hook.createdAt(),
                String.valueOf(progress.event()),
                progress.deliveredAt(),
                progress.failures(),
                progress.nextAt(),
                progress.failure().isEmpty() ? null : ProblemText.shown(progress.failure()),
                secret);
    }

    private static MoverException unknown(String name) {
        return new MoverException(ErrorCode.NOT_FOUND, "there is no hook '" + name + "'");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
