package org.bdm.server.intake;

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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.BlockSource;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.FileState;
import org.bdm.server.catalog.ListProgress;
import org.bdm.server.catalog.ListedDirectory;
import org.bdm.server.catalog.ListedFile;
import org.bdm.server.catalog.NumberedItem;
import org.bdm.server.catalog.OpenDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Lists the directories of one tree with many questions under way at once, so that a long round trip is paid once and not per directory.
 * Memory is bounded: directories beyond {@link #HELD_MAX} are left to the catalog and asked for again. Belongs to the listing's thread; answers
 * come on threads of the source and only go into the queue.
 */
final class TreeWalk {
    private static final int ASKED_AT_ONCE_MAX = 128;
    private static final int ENTRIES_PER_PAGE = 2000;
    static final int HELD_MAX = 20_000;

    private final NumberedItem item;
    private final PatientSource source;
    private final ItemRule rule;
    private final Batch batch;
    private final BooleanSupplier mayGoOn;
    private final StorePath root;
    private final Deque<OpenDirectory> waiting = new ArrayDeque<>();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>(); // at most one per question under way
    private int askedNow;
    private boolean hasOverflowed;

    TreeWalk(NumberedItem item, PatientSource source, ItemRule rule, Batch batch, BooleanSupplier mayGoOn) {
        this.item = item;
        this.source = source;
        this.rule = rule;
        this.batch = batch;
        this.mayGoOn = mayGoOn;
        this.root = rule.sourceRoot();
    }

    private record Answer(
            OpenDirectory directory,
            @Nullable DirectoryPage page,
            Set<FileName> danglingLinks,
            @Nullable MoverException error) {}

    boolean hasOverflowed() {
        return hasOverflowed;
    }

    /** Lists these directories and all that is found below them; returns when nothing is under way. */
    void run(List<OpenDirectory> open) {
        hasOverflowed = false;
        waiting.addAll(open);
        while (mayGoOn.getAsBoolean() && (!waiting.isEmpty() || askedNow > 0)) {
            while (askedNow < ASKED_AT_ONCE_MAX && !waiting.isEmpty()) ask(waiting.removeFirst());
            Answer answer = nextAnswer();
            if (answer == null) {
                batch.flush();
                continue;
            }
            askedNow--;
            take(answer);
            batch.flushIfFull();
        }
        // Answers that still come after a stop are for nobody: the directories stay open in the catalog.
    }

    private @Nullable Answer nextAnswer() {
        try {
            return answers.poll(200, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "a listing was interrupted", e);
        }
    }

    private void ask(OpenDirectory directory) {
        askedNow++;
        BlockSource connected = connected();
        connected
                .list(directory.path().below(root), Optional.ofNullable(directory.after()), ENTRIES_PER_PAGE)
                .thenCompose(page -> withLinksLookedAt(connected, directory, page)
                        .thenApply(dangling -> new Answer(directory, page, dangling, null)))
                .whenComplete((answer, error) -> answers.add(
                        error == null ? answer : new Answer(directory, null, Set.of(), moverException(error))));
    }

    private BlockSource connected() {
        source.await(open -> CompletableFuture.completedStage(Optional.empty()));
        return source.connected();
    }

    /** Names of the links in a page whose target, within the tree, is not there. */
    private CompletableFuture<Set<FileName>> withLinksLookedAt(
            BlockSource connected, OpenDirectory directory, DirectoryPage page) {
        List<CompletableFuture<Optional<FileName>>> looks = new ArrayList<>();
        for (DirectoryEntry entry : page.entries()) {
            FileStatus status = entry.status();
            if (status == null) continue;
            rule.linkTarget(directory.path().child(entry.name()), status)
                    .ifPresent(target -> looks.add(connected
                            .status(target)
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

    /** A target behind another link cannot be looked at without following; it is taken to be there. */
    private static Optional<FileName> nameIfMissing(FileName name, MoverException error) {
        return switch (error.code()) {
            case SOURCE_NOT_FOUND, NOT_A_DIRECTORY -> Optional.of(name);
            case PATH_BLOCKED, SOURCE_UNREADABLE -> Optional.empty();
            default -> throw error;
        };
    }

    private void take(Answer answer) {
        OpenDirectory directory = answer.directory();
        DirectoryPage page = answer.page();
        if (page == null) {
            failed(directory, answer.error());
            return;
        }
        for (DirectoryEntry entry : page.entries()) take(directory, entry, answer.danglingLinks());
        if (page.isLast()) {
            batch.advance(directory.number(), ListProgress.FINISHED);
        } else {
            FileName last = page.entries().get(page.entries().size() - 1).name();
            batch.advance(directory.number(), ListProgress.upTo(last));
            waiting.addFirst(new OpenDirectory(directory.number(), directory.item(), directory.path(), last));
        }
    }

    private void take(OpenDirectory directory, DirectoryEntry entry, Set<FileName> danglingLinks) {
        StorePath path = directory.path().child(entry.name());
        FileStatus status = entry.status();
        if (status == null || status.kind() != FileKind.DIRECTORY) {
            rule.listed(directory.number(), path, entry, danglingLinks.contains(entry.name()))
                    .ifPresent(batch::add);
        } else if (rule.enters(path)) {
            int number = batch.nextDirectory();
            batch.add(new ListedDirectory(
                    number, item.number(), path, status.mode(), status.version().modified(), ListProgress.NOT_STARTED));
            if (waiting.size() < HELD_MAX) {
                waiting.addLast(new OpenDirectory(number, item.number(), path, null));
            } else {
                hasOverflowed = true;
            }
        }
    }

    private void failed(OpenDirectory directory, @Nullable MoverException error) {
        MoverException reason =
                error != null ? error : new MoverException(ErrorCode.INTERNAL, "a page has neither entries nor error");
        if (reason.kind().isRetryable()) {
            source.close();
            waiting.addFirst(directory);
            source.await(open -> CompletableFuture.completedStage(Optional.empty()));
            return;
        }
        if (directory.path().isRoot()) {
            batch.add(ItemRule.failedItem(item, reason));
        } else {
            // the directory is told as a failed entry under its own name, in the listing of itself
            batch.add(new ListedFile(
                    item.number(),
                    directory.number(),
                    directory.path().name(),
                    new FileStatus(FileKind.DIRECTORY, new FileVersion(0, Instant.EPOCH, Instant.EPOCH, 0), 0, null),
                    FileState.FAILED,
                    ItemRule.trouble(reason),
                    List.of()));
        }
        batch.advance(directory.number(), ListProgress.FINISHED);
    }

    private static MoverException moverException(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause instanceof MoverException known
                ? known
                : new MoverException(ErrorCode.INTERNAL, "a listing met a defect: " + cause, cause);
    }
}
