package org.bdm.server.job.listing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.EntryIdentity;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.file.FoundFile;
import org.bdm.server.catalog.file.ListProgress;
import org.bdm.server.catalog.file.ListedDirectory;
import org.bdm.server.catalog.file.OpenDirectory;
import org.bdm.server.catalog.job.NumberedItem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists the directories of one tree with many questions under way at once, so that a long round trip is paid once and not per directory.
 * Memory is bounded: directories beyond {@link #HELD_MAX} are left to the catalog and asked for again. Belongs to the listing's thread; answers
 * come on threads of the source and only go into the queue.
 *
 * <p>A directory that cannot be listed becomes a failed entry. When the source is lost its directories are asked for again, without end; a
 * directory that fails by itself for a passing reason is tried {@value #TRIES_MAX} times.
 */
final class TreeWalk {
    private static final Logger LOG = LoggerFactory.getLogger(TreeWalk.class);
    private static final int ASKED_AT_ONCE_MAX = 128;
    static final int ENTRIES_PER_PAGE = 2000;
    /** Entries of pages that were asked for and not worked on yet; what pages of this tree hold is learnt. */
    private static final int ENTRIES_HELD_MAX = 32_000;

    private static final int TRIES_MAX = 5;
    private static final Duration RETRY_FIRST = Duration.ofSeconds(1);
    private static final long ANSWER_WAIT_MILLIS = 100;
    private static final int PARENT_UNKNOWN = -1;
    static final int HELD_MAX = 20_000;

    private final NumberedItem item;
    private final PatientSource source;
    private final ItemRule rule;
    private final Batch batch;
    private final BooleanSupplier mayGoOn;
    private final Clock clock;
    private final StorePath root;
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private final Deque<Turn> later = new ArrayDeque<>(); // at most as many as were asked at once
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>(); // at most one per question under way
    private int askedNow;
    private double entriesPerPage = ENTRIES_PER_PAGE / 2.0;
    private boolean hasOverflowed;
    private @Nullable FirstLook firstLook;

    TreeWalk(
            NumberedItem item, PatientSource source, ItemRule rule, Batch batch, BooleanSupplier mayGoOn, Clock clock) {
        this.item = item;
        this.source = source;
        this.rule = rule;
        this.batch = batch;
        this.mayGoOn = mayGoOn;
        this.clock = clock;
        this.root = rule.sourceRoot();
    }

    /**
     * A directory that is to be asked for, and how often it failed before.
     *
     * @param parent number of the directory above; {@link #PARENT_UNKNOWN} if an earlier run found it
     */
    private record Turn(OpenDirectory directory, int parent, int failures, Instant notBefore) {
        static Turn now(OpenDirectory directory, int parent) {
            return new Turn(directory, parent, 0, Instant.EPOCH);
        }

        Turn again(Instant due) {
            return new Turn(directory, parent, failures + 1, due);
        }
    }

    private record Answer(
            Turn turn,
            BlockSource from,
            @Nullable DirectoryPage page,
            Set<FileName> danglingLinks,
            @Nullable MoverException error) {}

    boolean hasOverflowed() {
        return hasOverflowed;
    }

    /**
     * Lists these directories and all that is found below them; returns when nothing is under way, or when the listing must stop.
     *
     * @param look may have asked for the first page of the root already
     */
    void run(List<OpenDirectory> open, @Nullable FirstLook look) {
        hasOverflowed = false;
        firstLook = look;
        open.forEach(directory -> waiting.addLast(Turn.now(directory, PARENT_UNKNOWN)));
        while (mayGoOn.getAsBoolean() && (!waiting.isEmpty() || !later.isEmpty() || askedNow > 0)) {
            bringDue();
            while (mayAsk() && !waiting.isEmpty() && mayGoOn.getAsBoolean()) {
                ask(waiting.removeFirst());
                batch.flushIfFull();
            }
            Answer answer = nextAnswer();
            if (answer == null) {
                batch.flush();
                continue;
            }
            askedNow--;
            learn(answer);
            take(answer);
            batch.flushIfFull();
        }
        // Answers that still come after a stop are for nobody: the directories stay open in the catalog.
    }

    private boolean mayAsk() {
        return askedNow < ASKED_AT_ONCE_MAX && askedNow * entriesPerPage <= ENTRIES_HELD_MAX;
    }

    private void learn(Answer answer) {
        int entries = answer.page() == null ? 0 : answer.page().entries().size();
        entriesPerPage += (entries - entriesPerPage) / 4;
    }

    private void bringDue() {
        Instant now = clock.instant();
        for (int i = later.size(); i > 0; i--) {
            Turn turn = later.removeFirst();
            if (turn.notBefore().isAfter(now)) later.addLast(turn);
            else waiting.addFirst(turn);
        }
    }

    private @Nullable Answer nextAnswer() {
        try {
            return answers.poll(ANSWER_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "a listing was interrupted", e);
        }
    }

    private void ask(Turn turn) {
        BlockSource from = source.connected();
        if (from == null) {
            MoverException refusal = source.refusal();
            if (refusal == null) {
                waiting.addFirst(turn); // the listing stops
            } else if (Credentials.isReason(refusal)) {
                throw refusal; // the pairing is the problem: the directories stay open until a person mended it
            } else {
                failed(turn, refusal);
            }
            return;
        }
        OpenDirectory directory = turn.directory();
        StorePath path;
        try {
            path = directory.path().below(root);
        } catch (MoverException e) {
            failed(turn, e);
            return;
        }
        askedNow++;
        var unused = page(from, directory, path)
                .thenCompose(page -> withLinksLookedAt(from, directory, page)
                        .thenApply(dangling -> new Answer(turn, from, page, dangling, null)))
                .whenComplete((answer, error) -> answers.add(
                        error == null ? answer : new Answer(turn, from, null, Set.of(), moverException(error))));
    }

    private CompletionStage<DirectoryPage> page(BlockSource from, OpenDirectory directory, StorePath path) {
        FirstLook look = firstLook;
        if (look != null && directory.path().isRoot() && directory.after() == null) {
            firstLook = null;
            CompletionStage<DirectoryPage> asked = look.firstPage(from);
            if (asked != null) return asked;
        }
        return from.list(path, Optional.ofNullable(directory.after()), ENTRIES_PER_PAGE);
    }

    /** Names of the links in a page whose target, within the tree, is not there. */
    private CompletableFuture<Set<FileName>> withLinksLookedAt(
            BlockSource from, OpenDirectory directory, DirectoryPage page) {
        List<CompletableFuture<Optional<FileName>>> looks = new ArrayList<>();
        for (DirectoryEntry entry : page.entries()) {
            rule.linkTarget(directory.path(), entry)
                    .ifPresent(target -> looks.add(from.status(target)
                            .thenApply(
                                    found -> found.isEmpty() ? Optional.of(entry.name()) : Optional.<FileName>empty())
                            .exceptionally(error -> nameIfMissing(entry.name(), moverException(error)))
                            .toCompletableFuture()));
        }
        return CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).thenApply(all -> {
            Set<FileName> dangling = new HashSet<>();
            looks.forEach(look -> look.join().ifPresent(dangling::add));
            return dangling;
        });
    }

    /** A target that cannot be looked at, for example behind another link, which is not followed, is taken to be there. */
    private static Optional<FileName> nameIfMissing(FileName name, MoverException error) {
        return switch (error.code()) {
            case SOURCE_NOT_FOUND, NOT_A_DIRECTORY -> Optional.of(name);
            case TIMED_OUT, TOO_MANY_REQUESTS -> throw error;
            default -> {
                if (PatientSource.isLoss(error)) throw error;
                yield Optional.empty();
            }
        };
    }

    private void take(Answer answer) {
        DirectoryPage page = answer.page();
        OpenDirectory directory = answer.turn().directory();
        if (page == null) {
            MoverException error = answer.error();
            notListed(
                    answer,
                    error == null
                            ? new MoverException(ErrorCode.INTERNAL, "a page has neither entries nor error")
                            : error);
            return;
        }
        if (page.entries().size() > ENTRIES_PER_PAGE || (page.entries().isEmpty() && !page.isLast())) {
            failed(
                    answer.turn(),
                    new MoverException(
                            ErrorCode.PROTOCOL_VIOLATION,
                            "a page of " + directory.path() + " has "
                                    + page.entries().size() + " entries"));
            return;
        }
        source.answered();
        rule.decideTogether(() -> {
            for (DirectoryEntry entry : page.entries()) take(directory, entry, answer.danglingLinks());
        });
        if (page.isLast()) {
            batch.advance(directory.number(), ListProgress.FINISHED);
        } else {
            FileName last = page.entries().get(page.entries().size() - 1).name();
            batch.advance(directory.number(), ListProgress.upTo(last));
            waiting.addFirst(Turn.now(
                    new OpenDirectory(directory.number(), directory.item(), directory.path(), last),
                    answer.turn().parent()));
        }
    }

    private void take(OpenDirectory directory, DirectoryEntry entry, Set<FileName> danglingLinks) {
        StorePath path;
        try {
            path = directory.path().child(entry.name());
        } catch (MoverException e) {
            tooLong(directory, entry.name(), e);
            return;
        }
        FileStatus status = entry.status();
        if (status == null || status.kind() != FileKind.DIRECTORY) {
            rule.listed(directory.number(), path, entry, danglingLinks.contains(entry.name()))
                    .ifPresent(batch::add);
        } else if (rule.enters(path)) {
            int number = batch.nextDirectory();
            EntryIdentity mounted = status.identity();
            batch.add(new ListedDirectory(
                    number,
                    item.number(),
                    path,
                    status.mode(),
                    status.version().modified(),
                    ListProgress.NOT_STARTED,
                    mounted == null ? null : (Long) mounted.device()));
            if (waiting.size() < HELD_MAX) {
                waiting.addLast(Turn.now(new OpenDirectory(number, item.number(), path, null), directory.number()));
            } else {
                hasOverflowed = true;
            }
        }
    }

    /** Such a path cannot be written down: the directory above stands for it, which exists only once. */
    private void tooLong(OpenDirectory directory, FileName name, MoverException reason) {
        LOG.warn("{} below {} is left out: {}", name.shown(), directory.path(), reason.detail());
        batch.add(ItemRule.failedItem(
                item,
                new MoverException(
                        reason.code(), directory.path() + ": the entry " + name.shown() + ": " + reason.detail())));
    }

    private void notListed(Answer answer, MoverException reason) {
        Turn turn = answer.turn();
        if (Credentials.isReason(reason)) throw reason; // as in ask()
        if (PatientSource.isLoss(reason)) {
            source.lost(answer.from(), reason);
            waiting.addFirst(turn);
            return;
        }
        boolean isPressure = reason.code() == ErrorCode.TOO_MANY_OPEN_FILES;
        if (!reason.kind().isRetryable() || (turn.failures() + 1 >= TRIES_MAX && !isPressure)) {
            failed(turn, reason);
            return;
        }
        LOG.info("{} is listed again: {}", turn.directory().path(), reason.detail());
        later.addLast(turn.again(
                clock.instant().plus(RETRY_FIRST.multipliedBy(1L << Math.min(turn.failures(), TRIES_MAX)))));
    }

    /** The directory is told as a failed entry of the one above it, or of itself if that is not known; the root of the tree as the item. */
    private void failed(Turn turn, MoverException reason) {
        OpenDirectory directory = turn.directory();
        if (directory.path().isRoot()) {
            batch.add(ItemRule.failedItem(item, reason));
        } else {
            batch.add(new FoundFile(
                    item.number(),
                    turn.parent() == PARENT_UNKNOWN ? directory.number() : turn.parent(),
                    directory.path().name(),
                    new FileStatus(FileKind.DIRECTORY, new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0), 0, null),
                    FileState.FAILED,
                    ItemRule.trouble(reason),
                    List.of()));
        }
        batch.advance(directory.number(), ListProgress.FINISHED);
    }

    static MoverException moverException(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause instanceof MoverException known
                ? known
                : new MoverException(ErrorCode.INTERNAL, "internal error in a listing: " + cause, cause);
    }
}
