package org.bdm.server.carrier;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.handover.Awaited;
import org.bdm.server.catalog.handover.HandedCount;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverState;
import org.bdm.server.catalog.handover.HandoverSteps;
import org.bdm.server.catalog.handover.Handovers;
import org.bdm.server.holding.survey.BroughtFiles;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives handovers from state to state; nobody else does. One process of the site at a time. What is about to be sent is kept before it is sent, and
 * each step may be done again after a crash: the id of a submission is the same then, and a comparison goes on behind the last file it kept.
 */
public final class HandoverDuty {
    private static final Logger LOG = LoggerFactory.getLogger(HandoverDuty.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
    private static final Duration LOOK_FOR_PERSON_EVERY = Duration.ofMinutes(10);
    private static final Duration SETTINGS_EVERY = Duration.ofMinutes(1);
    /** The time for which a carrier may move no byte while it reports new faults, before its faulty files are left out. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");
    private static final int ROUNDS_MAX = 5;

    private final Handovers handovers;
    private final HandoverSteps steps;
    private final Carriers carriers;
    private final HandoverComparison comparison;
    private final InstantSource clock;

    /** With its parts; {@code files} may stop a comparison, which the next pass continues. */
    public HandoverDuty(Catalog catalog, Carriers carriers, BroughtFiles files, InstantSource clock) {
        this.handovers = catalog.handovers();
        this.steps = catalog.handoverSteps();
        this.carriers = carriers;
        this.comparison = new HandoverComparison(catalog, files, clock);
        this.clock = clock;
    }

    /** Returns true if a handover has a step that is due. Blocks. */
    public boolean isWanted() {
        return handovers.hasDue(clock.instant());
    }

    /**
     * Does the next step of each handover that is due. Blocks.
     *
     * @return true if one of them is left for another node, which has its export
     */
    public boolean pass() {
        boolean isLeft = false;
        for (Handover handover : handovers.due(clock.instant())) isLeft |= !isStepped(handover);
        return isLeft;
    }

    private boolean isStepped(Handover handover) {
        try {
            step(handover);
            return true;
        } catch (CarrierTrouble e) {
            LOG.info("{}: {}", handover.id(), e.says());
            boolean isForPerson = e.awaited() == Awaited.PERSON;
            Instant next = isForPerson && handover.state() == HandoverState.SUBMITTING
                    ? NEVER
                    : clock.instant().plus(isForPerson ? LOOK_FOR_PERSON_EVERY : e.after());
            Durable.await(steps.later(handover, e.awaited(), e.says(), next));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) return true; // the next pass continues it
            if (e.code() == ErrorCode.EXPORT_ELSEWHERE) return false;
            LOG.warn("{}: {}", handover.id(), e.sentence());
            Instant next = clock.instant().plus(SETTINGS_EVERY);
            Awaited awaited = e.code() == ErrorCode.BEING_STAGED ? Awaited.TAPE : Awaited.PERSON;
            Durable.await(steps.later(handover, awaited, e.detail(), next));
            return true;
        }
    }

    private void step(Handover handover) throws CarrierTrouble, InterruptedException {
        switch (handover.state()) {
            case COMPARING -> compare(handover);
            case SUBMITTING -> submit(handover, carrier(handover));
            case WAITING -> look(handover, carrier(handover));
            case CANCELLING -> cancel(handover);
            case ENDED, CANCELLED -> {}
        }
    }

    private Carrier carrier(Handover handover) {
        return carriers.existing(handover.order().carrier());
    }

    private void compare(Handover handover) {
        if (!comparison.goOn(handover)) return;
        long number = handover.number();
        EnumSet<HandedFileState> rest = handover.sent().round() == 0
                ? EnumSet.of(HandedFileState.WANTED)
                : EnumSet.of(HandedFileState.MISSING, HandedFileState.EMPTY, HandedFileState.PARTIAL);
        List<HandedCount> counts = handovers.counts(number);
        boolean mayGoOn = handover.progress().sendsRest() && handover.sent().round() < ROUNDS_MAX;
        boolean isSomethingLeft = counts.stream().anyMatch(count -> rest.contains(count.state()));
        if (mayGoOn && isSomethingLeft) Durable.await(steps.submit(number, rest));
        else end(handover, counts);
    }

    private void end(Handover handover, List<HandedCount> counts) {
        long all = counts.stream().mapToLong(HandedCount::files).sum();
        long named = counts.stream()
                .filter(count -> !count.state().isThere())
                .mapToLong(HandedCount::files)
                .sum();
        String said = handover.says().isEmpty() ? "" : "; the carrier says: " + handover.says();
        if (named == 0) {
            Durable.await(steps.end(
                    handover.number(), Awaited.NOBODY, "all " + all + " files are there, and were compared" + said));
            return;
        }
        String text = named + " of " + all + " files are missing or wrong: 'bdm-client handover show " + handover.id()
                + " --files' names them" + said;
        Durable.await(steps.end(handover.number(), Awaited.PERSON, text));
    }

    private void submit(Handover handover, Carrier carrier) throws CarrierTrouble, InterruptedException {
        String source = handover.order().source();
        boolean isPrepared = handover.sent().listDigest() != null;
        List<HandedFile> files = files(handover, isPrepared ? HandedFileState.HANDED : HandedFileState.WANTED);
        String digest = ListDigest.of(source, carrier.place(), files);
        String id = handover.sent().submission();
        if (!isPrepared) {
            id = carrier.newSubmission();
            if (!Durable.await(steps.prepared(handover.number(), id, digest, clock.instant())))
                return; // cancelled meanwhile
        } else if (!digest.equals(handover.sent().listDigest())) {
            throw CarrierTrouble.forPerson(
                    "the settings of carrier '" + handover.order().carrier()
                            + "' changed while the list was submitted, and the carrier may have the former list: cancel the"
                            + " task with the label '" + label(handover) + "' there, then 'bdm-client handover cancel "
                            + handover.id() + "' and 'bdm-client handover again " + handover.id() + "'");
        }
        String task = carrier.submit(list(handover, id, files, handover.sent().round() + (isPrepared ? 0 : 1)));
        if (carrier.hasService()) {
            Instant next = clock.instant().plus(LOOK_EVERY);
            Durable.await(steps.taken(handover.number(), task, Awaited.CARRIER, "", next));
        } else {
            String says = carrier.look(task).says();
            Instant next = clock.instant().plus(LOOK_FOR_PERSON_EVERY);
            Durable.await(steps.taken(handover.number(), task, Awaited.PERSON, says, next));
        }
    }

    /** Only what an earlier list left is replaced. */
    private static CarrierList list(Handover handover, @Nullable String id, List<HandedFile> files, int round) {
        return new CarrierList(label(handover), id, handover.order().source(), files, round > 1);
    }

    private static String label(Handover handover) {
        return handover.id();
    }

    private List<HandedFile> files(Handover handover, HandedFileState state) {
        return handovers.files(handover.number(), Set.of(state), 0, Handovers.FILES_MAX);
    }

    private void look(Handover handover, Carrier carrier) throws CarrierTrouble, InterruptedException {
        String task = task(handover);
        CarrierLook look = carrier.look(task);
        long number = handover.number();
        if (look.bytes() > handover.progress().bytesMoved())
            Durable.await(steps.moved(number, look.bytes(), look.faults(), clock.instant()));
        else if (isStuck(handover, look)) {
            leaveOut(handover, carrier, task);
            return;
        }
        Instant next = clock.instant().plus(LOOK_EVERY);
        switch (look.kind()) {
            case UNDER_WAY -> Durable.await(steps.later(handover, Awaited.CARRIER, look.says(), next));
            case TAPE -> Durable.await(steps.later(handover, Awaited.TAPE, look.says(), next));
            case PERSON -> {
                boolean isBrought = !carrier.hasService() && comparison.looksWhole(handover);
                Instant later = carrier.hasService() ? next : clock.instant().plus(LOOK_FOR_PERSON_EVERY);
                if (isBrought) Durable.await(steps.compare(number, false, ""));
                else Durable.await(steps.later(handover, Awaited.PERSON, look.says(), later));
            }
            case OVER -> {
                note(handover, carrier, carrier.faults(task), HandedFileState.HANDED);
                Durable.await(steps.compare(number, false, look.says()));
            }
        }
    }

    private static String task(Handover handover) {
        String task = handover.sent().task();
        if (task == null) throw new IllegalStateException(handover.id() + " waits without a task");
        return task;
    }

    /** A fault from before the last byte holds nothing up: a long checksum moves no byte either. */
    private boolean isStuck(Handover handover, CarrierLook look) {
        Handover.Progress progress = handover.progress();
        return look.kind() == CarrierLook.Kind.UNDER_WAY
                && look.faults() > progress.faults()
                && progress.movedAt().plus(PATIENCE).isBefore(clock.instant());
    }

    /** A file that cannot be brought keeps the task from ending, and later tasks for the same files waiting. */
    private void leaveOut(Handover handover, Carrier carrier, String task) throws CarrierTrouble, InterruptedException {
        Map<String, String> faults = carrier.faults(task);
        // REFUSED already, if an earlier pass did not come to its end.
        Set<HandedFileState> inTask = EnumSet.of(HandedFileState.HANDED, HandedFileState.REFUSED);
        if (named(handover, carrier, faults, inTask).isEmpty()) {
            String says = "the carrier has moved nothing for " + PATIENCE.toMinutes()
                    + " minutes, reports new faults and names no file: look at its task " + task;
            Instant next = clock.instant().plus(LOOK_FOR_PERSON_EVERY);
            Durable.await(steps.later(handover, Awaited.PERSON, says, next));
            return;
        }
        carrier.cancel(handover, task);
        note(handover, carrier, faults, HandedFileState.REFUSED);
        Durable.await(steps.compare(
                handover.number(), true, "task " + task + " was cancelled, since it did not get on with some files"));
    }

    /** Keeps what the carrier says of files. */
    private void note(Handover handover, Carrier carrier, Map<String, String> faults, HandedFileState state) {
        List<HandedFile> named = named(handover, carrier, faults, Set.of(HandedFileState.HANDED)).stream()
                .map(file -> file.in(state, String.valueOf(fault(file, carrier, faults))))
                .toList();
        for (int from = 0; from < named.size(); from += 1_000) {
            Durable.await(steps.keep(handover.number(), named.subList(from, Math.min(named.size(), from + 1_000))));
        }
    }

    /** Returns the files in these states that the carrier names. */
    private List<HandedFile> named(
            Handover handover, Carrier carrier, Map<String, String> faults, Set<HandedFileState> states) {
        if (faults.isEmpty()) return List.of();
        return handovers.files(handover.number(), states, 0, Handovers.FILES_MAX).stream()
                .filter(file -> fault(file, carrier, faults) != null)
                .toList();
    }

    private static @Nullable String fault(HandedFile file, Carrier carrier, Map<String, String> faults) {
        String atSource = faults.get(file.sourcePath());
        return atSource != null ? atSource : faults.get(carrier.place().pathOf(file.path()));
    }

    /** Finds the task first, if nobody knows whether the carrier has it: the same submission again names it, and makes no second one. */
    private void cancel(Handover handover) throws CarrierTrouble, InterruptedException {
        if (handover.sent().listDigest() == null) {
            Durable.await(steps.cancelled(handover.number(), "nothing had been submitted"));
            return;
        }
        Carrier carrier = carrier(handover);
        String task = handover.sent().task();
        if (task == null && carrier.hasService()) {
            List<HandedFile> files = files(handover, HandedFileState.HANDED);
            task = carrier.submit(list(
                    handover,
                    handover.sent().submission(),
                    files,
                    handover.sent().round()));
        }
        if (task != null) carrier.cancel(handover, task);
        Durable.await(steps.cancelled(
                handover.number(),
                "what arrived before is registered by 'bdm-client handover compare " + handover.id() + "'"));
    }
}
