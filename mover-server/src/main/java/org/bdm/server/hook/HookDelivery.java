package org.bdm.server.hook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.hook.Hook;
import org.bdm.server.catalog.job.Event;
import org.bdm.server.extension.Extensions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the hooks and delivers what each of them waits for, each on a thread of its own. A hook is told of up to 100 events at once, in
 * their order; the catalog notes the last one after the other side took it, so that a crash in between tells it twice. Passes belong to one
 * thread and do not wait for receivers; {@link #test} to any that may block.
 */
public final class HookDelivery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HookDelivery.class);
    private static final int EVENTS_A_MESSAGE = 100;
    private static final int EVENTS_A_LOOK = 1000;
    private static final int LOOKS_A_TURN = 20;
    private static final Duration TURN_LONGEST = Duration.ofMinutes(1); // the duty of the node lasts longer
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
    private static final int DOUBLINGS_MAX = 10;
    private static final double JITTER = 0.2;

    private final Catalog catalog;
    private final SiteName site;
    private final WebCall web;
    private final ProgramCall programs;
    private final MailCall mail;
    private final Optional<String> off;
    private final HookSettings settings;
    private final Extensions extensions;
    private final Clock clock;
    private final RandomGenerator random;
    private final HookTurns turns = new HookTurns();

    /** With the settings, what may send e-mail, and the source of the jitter between tries. */
    public HookDelivery(
            Catalog catalog,
            SiteName site,
            HookSettings settings,
            Extensions extensions,
            Clock clock,
            RandomGenerator random) {
        this.catalog = catalog;
        this.site = site;
        this.web = new WebCall(settings.guard(), clock);
        this.programs = new ProgramCall(settings.programs(), settings.temporary());
        this.mail = new MailCall(settings.mail(), extensions, clock);
        this.off = settings.off();
        this.settings = settings;
        this.extensions = extensions;
        this.clock = clock;
        this.random = random;
    }

    /** True if there is a hook that has not seen the newest event, its time has come, and nothing is sent to it now. */
    public boolean isWanted() {
        if (off.isPresent()) return false;
        List<Hook> hooks = catalog.hooks().all();
        if (hooks.isEmpty()) return false;
        long newest = catalog.events().newest();
        return hooks.stream().anyMatch(hook -> hook.progress().event() < newest && isDue(hook));
    }

    private boolean isDue(Hook hook) {
        return isTime(hook) && !turns.isUnderWay(hook.name());
    }

    private boolean isTime(Hook hook) {
        Instant nextAt = hook.progress().nextAt();
        return nextAt == null || !clock.instant().isBefore(nextAt);
    }

    /** Begins to deliver to every hook whose time has come. */
    public void pass() {
        for (Hook hook : catalog.hooks().all()) if (isDue(hook)) turns.begin(hook, () -> deliver(hook.name()));
    }

    /** True if nothing is delivered now. */
    boolean isIdle() {
        return turns.isIdle();
    }

    @Override
    public void close() {
        turns.close();
    }

    private void deliver(String name) {
        Hook hook = catalog.hooks().find(name).orElse(null); // as it is now: another turn may have ended since the pass
        if (hook == null || !isTime(hook)) return;
        Instant end = clock.instant().plus(TURN_LONGEST);
        long last = hook.progress().event();
        for (int look = 0; look < LOOKS_A_TURN && clock.instant().isBefore(end); look++) {
            List<Event> found = catalog.events().after(null, last, EVENTS_A_LOOK);
            if (found.isEmpty()) return;
            List<Event> wanted = new ArrayList<>();
            for (Event event : found) {
                if (wanted.size() == EVENTS_A_MESSAGE) break;
                last = event.number();
                if (isWanted(hook, event)) wanted.add(event);
            }
            if (!wanted.isEmpty() && !isTaken(hook, wanted)) return;
            int known = Durable.await(
                    catalog.hooks().delivered(hook.name(), last, wanted.isEmpty() ? null : clock.instant()));
            if (known == 0) return; // it was removed
        }
    }

    private boolean isWanted(Hook hook, Event event) {
        if (!hook.wants(event.code())) return false;
        if (hook.labelStart().isEmpty()) return true;
        return event.job() != null
                && catalog.jobs()
                        .find(event.job())
                        .filter(job -> job.request().label().startsWith(hook.labelStart()))
                        .isPresent();
    }

    private boolean isTaken(Hook hook, List<Event> events) {
        try {
            send(hook, new HookMessage(site, hook.name(), events));
            return true;
        } catch (HookFailure e) {
            int failures = hook.progress().failures();
            Instant nextAt = clock.instant().plus(pause(failures));
            LOG.info("hook '{}' did not take {} events: {}", hook.name(), events.size(), e.getMessage());
            int unused = Durable.await(
                    catalog.hooks().failed(hook.name(), clock.instant(), nextAt, String.valueOf(e.getMessage())));
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** 10 s, 20 s, 40 s .. up to an hour, each a fifth shorter or longer: so that not all hooks come back at once. */
    private Duration pause(int failuresBefore) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failuresBefore, DOUBLINGS_MAX));
        long millis = (pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause).toMillis();
        return Duration.ofMillis((long) (millis * (1 + JITTER * (2 * random.nextDouble() - 1))));
    }

    /**
     * Delivers one event that never happened, of kind TEST.
     *
     * @return why it did not arrive; empty if it did
     */
    public Optional<String> test(Hook hook) {
        Event event =
                new Event(0, null, clock.instant(), "TEST", "This is a test of hook '" + hook.name() + "'.", "{}");
        try {
            send(hook, new HookMessage(site, hook.name(), List.of(event)));
            return Optional.empty();
        } catch (HookFailure e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the server stops");
        }
    }

    /**
     * Refuses a target to which this server could never deliver.
     *
     * @throws MoverException UNSUPPORTED, with the option or the extension that is missing
     */
    public void requireDeliverable(HookTarget target) {
        String missing = null;
        if (target instanceof HookTarget.Mailbox && !extensions.isInstalled(MailTransport.POINT))
            missing = extensions.absence(MailTransport.POINT);
        else if (target instanceof HookTarget.Mailbox && settings.mail().isEmpty())
            missing = "no mail server is set; start mover-server with --mail-host and --mail-from";
        if (target instanceof HookTarget.Program program && !settings.programs().containsKey(program.name()))
            missing = "the command '" + program.name() + "' is not set; start mover-server with --hook-command";
        if (missing != null && off.isEmpty()) throw new MoverException(ErrorCode.UNSUPPORTED, "target: " + missing);
    }

    private void send(Hook hook, HookMessage message) throws HookFailure, InterruptedException {
        if (off.isPresent()) throw new HookFailure(off.get());
        HookTarget target = HookTarget.parse(hook.target());
        if (target instanceof HookTarget.Web address) web.send(hook, address, message);
        else if (target instanceof HookTarget.Program program) programs.send(hook, program, message);
        else if (target instanceof HookTarget.Mailbox mailbox) mail.send(hook, mailbox, message);
    }
}
