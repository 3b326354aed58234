package org.bdm.server.holding.survey;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.DiskThreads;
import org.bdm.core.store.FollowingStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.holding.Holding;
import org.bdm.server.catalog.holding.ScrubSettings;
import org.bdm.server.catalog.holding.ScrubWeek;
import org.bdm.server.catalog.holding.Scrubs.Due;
import org.bdm.server.catalog.holding.Scrubs.Outcome;
import org.bdm.server.catalog.holding.Scrubs.Place;
import org.bdm.server.holding.record.HeldPlace;
import org.bdm.server.holding.record.HoldingNotice;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/**
 * Reads held files again on a schedule, those first that were not checked for longest, and records what it finds. The order and the counts are in
 * the catalog, so any process goes on where another stopped; a file that was not read to its end is begun again. Files are read ahead on threads
 * of its own, all at the one rate, and judged in their order. Belongs to one thread, which judges and waits; {@link #stop} may be called on any.
 */
public final class HoldingScrub implements AutoCloseable {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Duration PASS_LONGEST = Duration.ofMinutes(1);
    private static final Duration SETTINGS_EVERY = Duration.ofSeconds(1);
    private static final Duration DUTY_EVERY = Duration.ofSeconds(30);
    /** A job that places a file records it a moment later: what looks wrong because of that is looked at again. */
    private static final Duration SECOND_LOOK_AFTER = Duration.ofMinutes(1);
    /** Others may have become due before the place where this process is. */
    private static final Duration FROM_THE_FIRST_EVERY = Duration.ofMinutes(10);
    /** Time until offline files, which stay due, are looked for again: their HSM is not asked all the time. */
    private static final Duration OFFLINE_AGAIN_AFTER = Duration.ofHours(1);

    private static final int PAGE_ROWS = 500;
    private static final int SUSPECTS_MAX = 10_000;
    private static final long STEP_NANOS = Duration.ofMillis(500).toNanos();
    private static final HoldingNotice.Cause BY = HoldingNotice.Cause.of("scrub");

    private final Catalog catalog;
    private final LocalExports exports;
    private final ScrubOutcomes outcomes;
    private final Clock clock;
    private final ScrubPace pace;
    private final BooleanSupplier keepsDuty;
    private final ExecutorService readers =
            DiskThreads.named("scrub-reader", Runtime.getRuntime().availableProcessors());
    private final Map<Long, Suspect> suspects = new HashMap<>();
    private final OfflineHeld offline = new OfflineHeld();
    private Instant restsUntil = Instant.EPOCH; // after all that is due was looked for, and some was offline
    private Place after = Place.FIRST;
    private Instant fromTheFirstAt = Instant.EPOCH;
    private Instant settingsAt = Instant.EPOCH;
    private Instant dutyAt = Instant.EPOCH;
    private @Nullable ScrubSettings settings;
    private volatile boolean isStopping;

    /** A file that looked wrong, and may be right: another process may be replacing it. */
    private record Suspect(Holding holding, Instant seenAt) {}

    /**
     * With its parts.
     *
     * @param keepsDuty says that this process still works, while a long file is read; false if another one took over
     */
    public HoldingScrub(
            Catalog catalog, LocalExports exports, HoldingRecords records, Clock clock, BooleanSupplier keepsDuty) {
        this(new HeldParts(catalog, exports, records, clock), System::nanoTime, null, keepsDuty);
    }

    /** As the other, for tests: with time that is turned. */
    static HoldingScrub timed(
            HeldParts parts, LongSupplier nanoTime, ScrubPace.Waiting waiting, BooleanSupplier keepsDuty) {
        return new HoldingScrub(parts, nanoTime, waiting, keepsDuty);
    }

    /** The catalog, the exports, and what writes holdings. */
    record HeldParts(Catalog catalog, LocalExports exports, HoldingRecords records, Clock clock) {}

    private HoldingScrub(
            HeldParts parts, LongSupplier nanoTime, ScrubPace.@Nullable Waiting waiting, BooleanSupplier keepsDuty) {
        this.catalog = parts.catalog();
        this.exports = parts.exports();
        this.clock = parts.clock();
        this.outcomes = new ScrubOutcomes(catalog, parts.records(), clock);
        this.pace = new ScrubPace(nanoTime, waiting == null ? this::sleep : waiting);
        this.keepsDuty = keepsDuty;
    }

    /** In steps, so that a stop does not wait for a piece at a low rate. */
    private void sleep(long nanos) {
        long until = System.nanoTime() + nanos;
        try {
            for (long left = nanos; left > 0 && !isStopping; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(Math.min(left, STEP_NANOS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if the scrub is on, and it is time. */
    public boolean isWanted() {
        ScrubSettings read = catalog.scrubs().settings();
        return read.isOn() && read.isOpenAt(clock.instant());
    }

    /** Ends the pass that runs, within a piece of a file and half a second. */
    public void stop() {
        isStopping = true;
    }

    /** Waits for the threads that read, after the last pass has ended. */
    @Override
    public void close() {
        stop();
        DiskThreads.close(readers);
    }

    /**
     * Checks files for about a minute, if it is time for that.
     *
     * @return whether the duty is for another process to take: it has exports with files that are due, and this one has not
     */
    public boolean pass() {
        Instant began = clock.instant();
        dutyAt = began;
        ScrubSettings now = readSettings();
        if (!now.isOn() || !now.isOpenAt(began)) return false;
        if (week(now).isDone() || began.isBefore(restsUntil)) return false;
        // Not while offline files are passed over: the walk would end before it comes to those on disk.
        if (!offline.isAny() && began.isAfter(fromTheFirstAt.plus(FROM_THE_FIRST_EVERY))) fromTheFirst();
        boolean isElsewhere = false;
        try {
            while (!isOver(began)) {
                Page page = page(began);
                isElsewhere |= page.isElsewhere();
                if (page.isLast()) {
                    if (offline.isAny()) restsUntil = began.plus(OFFLINE_AGAIN_AFTER);
                    outcomes.passedOver(offline.taken());
                    fromTheFirst();
                    break;
                }
                if (page.isElsewhere()) break;
            }
        } catch (MoverException e) {
            if (e.code() != ErrorCode.CANCELLED) throw e;
        } finally {
            outcomes.end();
        }
        return isElsewhere;
    }

    private void fromTheFirst() {
        after = Place.FIRST;
        fromTheFirstAt = clock.instant();
        suspects.values().removeIf(suspect -> suspect.seenAt().isBefore(fromTheFirstAt.minus(WEEK)));
    }

    private boolean isOver(Instant began) {
        Instant now = clock.instant();
        return isStopping
                || now.isAfter(began.plus(PASS_LONGEST))
                || !readSettings().isOn()
                || !readSettings().isOpenAt(now)
                || !keepsDuty(now);
    }

    private boolean keepsDuty(Instant now) {
        if (now.isBefore(dutyAt.plus(DUTY_EVERY))) return true;
        dutyAt = now;
        return keepsDuty.getAsBoolean();
    }

    /** The settings, at most a second old. */
    private ScrubSettings readSettings() {
        Instant now = clock.instant();
        ScrubSettings known = settings;
        if (known != null && now.isBefore(settingsAt.plus(SETTINGS_EVERY))) return known;
        ScrubSettings read = catalog.scrubs().settings();
        settings = read;
        settingsAt = now;
        pace.set(read.bytesPerSecond());
        return read;
    }

    /** After each piece, on the thread that reads it: waits, and says whether the file is read on. */
    private boolean mayReadOn(int bytes) {
        pace.read(bytes);
        return !isStopping && !Thread.currentThread().isInterrupted();
    }

    /** While a file is read, and before one is judged. One that was begun is read to its end even if the hours are over. */
    private void requireGoingOn() {
        boolean goesOn = !isStopping && readSettings().isOn() && keepsDuty(clock.instant());
        if (!goesOn) throw new MoverException(ErrorCode.CANCELLED, "the scrub was stopped");
    }

    /** The week that runs; begins one if the former is over. */
    private ScrubWeek week(ScrubSettings of) {
        ScrubWeek week = catalog.scrubs().week();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        if (week.began() != null && now.isBefore(week.began().plus(WEEK))) return week;
        long share = of.filesOf(catalog.scrubs().holdings());
        Durable.await(catalog.scrubs().beginWeek(week.began(), now, share));
        fromTheFirst();
        return catalog.scrubs().week();
    }

    private record Page(boolean isLast, boolean isElsewhere) {}

    private Page page(Instant began) {
        outcomes.end(); // the week and the order are read from the catalog
        ScrubWeek week = catalog.scrubs().week();
        long left = week.filesMax() - week.checked();
        Instant before = Objects.requireNonNullElse(week.began(), Instant.EPOCH);
        if (left <= 0) return new Page(true, false);
        List<Due> due = catalog.scrubs().due(after, before, PAGE_ROWS);
        try (ChecksAhead checks = new ChecksAhead(
                readers, clock, this::mayReadOn, holding -> catalog.heldRanges().of(holding))) {
            return looked(due, new ScrubLooks(checks, left, began));
        }
    }

    private Page looked(List<Due> due, ScrubLooks looks) {
        boolean isElsewhere = false;
        Set<Holding> away = offline.among(due.stream().map(Due::holding).toList(), exports);
        Place before = after;
        for (Due file : due) {
            boolean hasRoom = looks.hasRoomFor(file);
            if (looks.isEmpty()) after = before; // all of them are judged, or passed over
            if (!hasRoom) return new Page(false, isElsewhere);
            before = file.place();
            if (!exports.isHere(file.holding().export())) {
                isElsewhere |= exports.isUpElsewhere(file.holding().export());
            } else if (away.contains(file.holding())) {
                offline.passOver(new HeldPlace(exports.find(file.holding().export())), file.holding());
            } else if (!isToWait(file)) {
                looks.add(file);
            }
        }
        looks.end();
        if (!due.isEmpty()) after = due.get(due.size() - 1).place();
        return new Page(due.size() < PAGE_ROWS, isElsewhere);
    }

    /** The files of a page that are being read, in their order. */
    private final class ScrubLooks {
        private final ChecksAhead checks;
        private final Instant began;
        private final Deque<Due> files = new ArrayDeque<>();
        private long left; // that may be judged

        ScrubLooks(ChecksAhead checks, long left, Instant began) {
            this.checks = checks;
            this.left = left;
            this.began = began;
        }

        /** False if the week has its share, or the pass is over; what is being read is judged before that is said. */
        boolean hasRoomFor(Due file) {
            long size = file.holding().size();
            while (!checks.isEmpty() && (left <= checks.size() || isMuch(size) || checks.isFullFor(size))) judgeNext();
            if (left > 0 && !isOver(began)) return true;
            end();
            return false;
        }

        /** True if more would wait than is read in a second: all that was added is read to its end, also when the hours are over. */
        private boolean isMuch(long size) {
            return checks.bytes() + size > readSettings().bytesPerSecond();
        }

        void add(Due file) {
            files.add(file);
            checks.add(new HeldPlace(exports.find(file.holding().export())), file.holding(), false);
        }

        boolean isEmpty() {
            return files.isEmpty();
        }

        void end() {
            while (!checks.isEmpty()) judgeNext();
        }

        private void judgeNext() {
            ChecksAhead.Ahead read = checks.next(bytes -> whileOneIsRead());
            requireGoingOn();
            Due file = files.remove();
            if (judged(file, read)) left--;
            after = file.place();
        }
    }

    private void whileOneIsRead() {
        requireGoingOn();
        outcomes.writeDue();
    }

    private @Nullable Suspect suspected(Due file) {
        Suspect suspect = suspects.get(file.place().holding());
        return suspect == null || !suspect.holding().equals(file.holding()) ? null : suspect;
    }

    /** True of a file that looked wrong a moment ago. */
    private boolean isToWait(Due file) {
        Suspect suspect = suspected(file);
        return suspect != null && clock.instant().isBefore(suspect.seenAt().plus(SECOND_LOOK_AFTER));
    }

    /** Judges one file that was read; false if its outcome is not known yet. */
    private boolean judged(Due file, ChecksAhead.Ahead read) {
        boolean isSecond = suspected(file) != null;
        try {
            HoldingCheck.Result result = read.result();
            boolean isSameInode = file.holding().inode() == result.notice().inode();
            if (!result.isRight() && !isSecond && !isSameInode) return suspect(file);
            return judged(file, result);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.CANCELLED) throw e;
            if (e.code() == ErrorCode.BEING_STAGED) return false; // it has just left the disk
            if (!isSecond || e.code() == ErrorCode.SOURCE_CHANGED) return suspect(file);
            return failed(exports.find(file.holding().export()), file, e);
        }
    }

    private boolean suspect(Due file) {
        if (suspects.size() < SUSPECTS_MAX)
            suspects.put(file.place().holding(), new Suspect(file.holding(), clock.instant()));
        return false;
    }

    private boolean judged(Due file, HoldingCheck.Result result) {
        if (result.isRight()) {
            outcomes.right(file, result.notice().by(BY));
            suspects.remove(file.place().holding());
            return true;
        }
        return counted(
                file,
                new ScrubOutcomes.Wrong(Outcome.DAMAGED, shown(file.holding()) + ": " + result.text()),
                result.notice().by(BY));
    }

    private boolean failed(LocalExports.Export export, Due file, MoverException error) {
        Holding holding = file.holding();
        if (!ExportPresence.isThere(export)) {
            String text = "export " + export.name() + " is not there: mount its file system";
            Durable.await(catalog.scrubs().troubled(text));
            throw new MoverException(ErrorCode.CANCELLED, text);
        }
        if (!HoldingCheck.isGone(error)) {
            String text = shown(holding) + " cannot be read: " + error.sentence();
            HoldingNotice unread = HoldingNotice.unreadable(holding, HeldError.sentence(error), BY);
            return counted(file, new ScrubOutcomes.Wrong(Outcome.UNREADABLE, text), unread);
        }
        if (isThere(export, holding)) return suspect(file); // its file system was away when it was to be read
        HoldingNotice gone = HoldingNotice.gone(holding, true, BY);
        return counted(file, new ScrubOutcomes.Wrong(Outcome.MISSING, shown(holding) + " is not on disk"), gone);
    }

    private static boolean isThere(LocalExports.Export export, Holding holding) {
        try {
            return new FollowingStore(export.store(), anywhere -> true)
                    .status(holding.path())
                    .isPresent();
        } catch (MoverException e) {
            return false;
        }
    }

    private boolean counted(Due file, ScrubOutcomes.Wrong wrong, @Nullable HoldingNotice notice) {
        if (!outcomes.wrong(file, wrong, notice)) return false;
        suspects.remove(file.place().holding());
        return true;
    }

    private static String shown(Holding holding) {
        return holding.export() + "/" + holding.path().shown();
    }
}
