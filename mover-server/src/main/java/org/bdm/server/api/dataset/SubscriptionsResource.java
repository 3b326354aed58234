package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.CreateSubscription;
import org.bdm.core.control.dataset.FoundBySubscriptionView;
import org.bdm.core.control.dataset.SubscriptionPlanView;
import org.bdm.core.control.dataset.SubscriptionView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dataset.FoundDataset;
import org.bdm.server.catalog.dataset.FoundState;
import org.bdm.server.catalog.dataset.IncompleteDatasets;
import org.bdm.server.catalog.dataset.RunCaps;
import org.bdm.server.catalog.dataset.Subscription;
import org.bdm.server.catalog.dataset.SubscriptionState;
import org.bdm.server.catalog.db.RowPage;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.look.Looks;
import org.bdm.server.message.Answers;
import org.bdm.server.message.Numbers;
import org.bdm.server.site.access.Role;
import org.bdm.server.upkeep.SubscriptionJobs;
import org.bdm.server.upkeep.SubscriptionPlans;
import org.bdm.server.upkeep.SubscriptionRuns;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Standing queries: what they are, what they found, when they are run. */
@RestController
@RequestMapping(RouteRoles.API + "/subscriptions")
@Tag(name = "subscriptions")
public class SubscriptionsResource {
    private static final long EVERY_SECONDS_MIN = 60;
    private static final long EVERY_SECONDS_MAX = Duration.ofDays(366).toSeconds();
    private static final long EVERY_SECONDS = Duration.ofHours(6).toSeconds();
    private static final int MESSAGE_LENGTH_MAX = 200_000;

    private final Catalog catalog;
    private final ReplicaJobs replicaJobs;
    private final SubscriptionJobs jobs;
    private final SubscriptionRuns runs;
    private final SubscriptionPlans plans;
    private final Looks looks;

    SubscriptionsResource(
            Catalog catalog,
            ReplicaJobs replicaJobs,
            SubscriptionJobs jobs,
            SubscriptionRuns runs,
            SubscriptionPlans plans,
            Looks looks) {
        this.catalog = catalog;
        this.replicaJobs = replicaJobs;
        this.jobs = jobs;
        this.runs = runs;
        this.plans = plans;
        this.looks = looks;
    }

    private static SubmitJob message(CreateSubscription wish) {
        return new SubmitJob(
                wish.label(),
                "REPLICA_SET",
                List.of(),
                wish.options(),
                List.of(),
                wish.query(),
                null,
                wish.destination(),
                null,
                wish.acceptIncomplete(),
                null,
                null,
                null,
                null,
                null);
    }

    @PostMapping(path = "/plans", consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("planned a subscription")
    @Operation(
            operationId = "planSubscription",
            summary = "Counts what a standing query finds and its first run would take; creates nothing")
    SubscriptionPlanView plan(@RequestBody CreateSubscription wish) {
        checkedText(wish);
        RunCaps caps = caps(wish);
        return looks.now("the indexes", () -> plans.plan(wish, caps));
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("added a subscription")
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createSubscription",
            summary = "Keeps a standing query, which is run at once and then again and again",
            description = "One whose first run is over the limit of the site (10 TB or 100,000 files, unless configured"
                    + " otherwise) needs confirmBytes, as its plan shows them, maxBytesPerRun, or yes.")
    SubscriptionView create(@RequestBody CreateSubscription wish) {
        String owner = CallerAuthentication.current().owner();
        String text = checkedText(wish);
        Duration every = every(wish.everySeconds());
        Subscription.Choices choices = choices(wish);
        if (!isTrue(wish.yes())) {
            SubscriptionPlanView plan = looks.now("the indexes", () -> plans.plan(wish, choices.caps()));
            SubscriptionPlans.requireConfirmed(plan, wish.confirmBytes());
        } else {
            boolean unused = looks.now("the indexes", () -> plans.requireKnownFacets(wish));
        }
        Subscription kept = Answers.durable(catalog.subscriptions()
                .add(new Subscription(
                        0,
                        owner,
                        wish.label() == null ? "" : wish.label(),
                        SubscriptionState.ACTIVE,
                        text,
                        every,
                        choices,
                        Instant.EPOCH,
                        Instant.EPOCH,
                        0,
                        null)));
        runs.ask(kept.number());
        SubscriptionView view = view(kept);
        AuditedDetail.note(view.id() + " to " + wish.destination());
        return view;
    }

    /** The job that it makes, as the catalog keeps it; refuses a query that none can follow. */
    private String checkedText(CreateSubscription wish) {
        SubmitJob message = message(wish);
        replicaJobs.check(message, VisibleJobs.submitter());
        boolean isAnyVersion =
                isTrue(wish.query().allVersions()) || isTrue(wish.query().withRetracted());
        if (isAnyVersion) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "query: a subscription follows latest versions that nobody withdrew");
        }
        String text = SubscriptionJobs.text(message);
        if (text.length() > MESSAGE_LENGTH_MAX) throw new MoverException(ErrorCode.TOO_LARGE, "the query is too long");
        return text;
    }

    private static RunCaps caps(CreateSubscription wish) {
        return new RunCaps(
                cap("maxBytesPerRun", wish.maxBytesPerRun()), cap("maxDatasetsPerRun", wish.maxDatasetsPerRun()));
    }

    private static @Nullable Long cap(String what, @Nullable Long cap) {
        if (cap == null || cap >= 1) return cap;
        throw new MoverException(ErrorCode.INVALID_REQUEST, what + " is " + cap + ", but is at least 1");
    }

    private static boolean isTrue(@Nullable Boolean said) {
        return said != null && said;
    }

    private static Duration every(@Nullable Long seconds) {
        long every = seconds == null ? EVERY_SECONDS : seconds;
        if (every < EVERY_SECONDS_MIN || every > EVERY_SECONDS_MAX) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "everySeconds is " + every + ", but is 60 to " + EVERY_SECONDS_MAX);
        }
        return Duration.ofSeconds(every);
    }

    private static Subscription.Choices choices(CreateSubscription wish) {
        String onNewVersion = wish.onNewVersion() == null ? "replicate" : wish.onNewVersion();
        boolean isTold = switch (onNewVersion.toLowerCase(Locale.ROOT)) {
            case "replicate" -> false;
            case "tell" -> true;
            default ->
                throw new MoverException(ErrorCode.INVALID_REQUEST, "onNewVersion is neither replicate nor tell");
        };
        return new Subscription.Choices(
                isTold,
                isTrue(wish.needsApproval()),
                policy("onRetracted", wish.onRetracted()),
                policy("onSuperseded", wish.onSuperseded()),
                caps(wish));
    }

    private static @Nullable HoldingPolicy policy(String what, @Nullable String name) {
        return name == null ? null : HoldingPolicy.ofName(what, name);
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "listSubscriptions", summary = "All standing queries, with their last and next runs")
    Page<SubscriptionView> list() {
        return new Page<>(
                catalog.subscriptions().alive().stream()
                        .map(one -> SubscriptionViews.of(one, jobs, incomplete(one), List.of()))
                        .toList(),
                null);
    }

    @GetMapping("/{subscriptionId}")
    @Needs(Role.READER)
    @Operation(operationId = "getSubscription", summary = "One standing query, and how far each index was harvested")
    SubscriptionView get(@PathVariable String subscriptionId) {
        return view(existing(subscriptionId));
    }

    @GetMapping("/{subscriptionId}/datasets")
    @Needs(Role.READER)
    @Operation(
            operationId = "listSubscriptionDatasets",
            summary = "What a standing query found, by name, and what became of it",
            description = "A page may be short, or empty, and still have a next one: only a missing cursor is the end.")
    Page<FoundBySubscriptionView> datasets(
            @PathVariable String subscriptionId,
            @RequestParam(required = false)
                    @Parameter(
                            description =
                                    "NEW, WANTED, SUBMITTED, REQUESTED, TOLD, LEFT_OUT, COMPLETE, INCOMPLETE or STOPPED")
                    @Nullable String state,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Parameter(description = "1 to 1,000; 100 if not given.") @Nullable Integer limit) {
        long number = existing(subscriptionId).number();
        RowPage<FoundDataset> page = catalog.subscriptions().page(number, state(state), cursor, Numbers.limit(limit));
        return new Page<>(page.rows().stream().map(SubscriptionViews::of).toList(), page.nextCursor());
    }

    private static @Nullable FoundState state(@Nullable String text) {
        if (text == null || text.isEmpty()) return null;
        for (FoundState state : FoundState.values()) if (state.name().equalsIgnoreCase(text)) return state;
        throw new MoverException(ErrorCode.INVALID_REQUEST, "state is none of " + Arrays.toString(FoundState.values()));
    }

    @PostMapping("/{subscriptionId}/pause")
    @Needs(Role.OPERATOR)
    @Audited("paused {subscriptionId}")
    @Operation(operationId = "pauseSubscription", summary = "Pauses a subscription; its jobs continue")
    SubscriptionView pause(@PathVariable String subscriptionId) {
        return steer(subscriptionId, SubscriptionState.PAUSED);
    }

    @PostMapping("/{subscriptionId}/resume")
    @Needs(Role.OPERATOR)
    @Audited("resumed {subscriptionId}")
    @Operation(operationId = "resumeSubscription", summary = "Runs it again when it is due")
    SubscriptionView resume(@PathVariable String subscriptionId) {
        return steer(subscriptionId, SubscriptionState.ACTIVE);
    }

    @DeleteMapping("/{subscriptionId}")
    @Needs(Role.OPERATOR)
    @Audited("removed {subscriptionId}")
    @Operation(operationId = "removeSubscription", summary = "Ends it; jobs and holdings stay")
    SubscriptionView remove(@PathVariable String subscriptionId) {
        return steer(subscriptionId, SubscriptionState.REMOVED);
    }

    @PostMapping("/{subscriptionId}/run")
    @Needs(Role.OPERATOR)
    @Audited("ran {subscriptionId}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "runSubscription",
            summary = "Runs it soon, also if it is paused",
            description =
                    "It has run when `runs` is higher than in this answer. Datasets that are INCOMPLETE or STOPPED are"
                            + " tried again at once.")
    SubscriptionView run(@PathVariable String subscriptionId) {
        Subscription before = existing(subscriptionId);
        runs.refuseWithoutIndex();
        runs.ask(before.number());
        return view(before);
    }

    private SubscriptionView steer(String subscriptionId, SubscriptionState to) {
        long number = Numbers.subscription(subscriptionId);
        return view(Answers.durable(catalog.subscriptions().steer(number, to)));
    }

    private Subscription existing(String subscriptionId) {
        long number = Numbers.subscription(subscriptionId);
        return catalog.subscriptions()
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no subscription-" + number));
    }

    private SubscriptionView view(Subscription subscription) {
        return SubscriptionViews.of(
                subscription,
                jobs,
                incomplete(subscription),
                catalog.subscriptions().marks(subscription.number()));
    }

    private long incomplete(Subscription subscription) {
        return catalog.subscriptions()
                .incomplete(subscription.number())
                .map(IncompleteDatasets::datasets)
                .orElse(0L);
    }
}
