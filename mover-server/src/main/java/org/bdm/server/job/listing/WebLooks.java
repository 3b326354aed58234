package org.bdm.server.job.listing;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.transfer.ItemSource;
import org.bdm.server.catalog.job.ItemCopy;
import org.bdm.server.catalog.job.Job;
import org.bdm.server.catalog.job.NumberedItem;
import org.bdm.server.catalog.job.SubmittedItem;
import org.jspecify.annotations.Nullable;

/**
 * Looks at items of data nodes before anything is fetched. An index that tells the size is believed until the bytes come;
 * otherwise the data node is asked, of many items at once. When it does not answer the other copies are asked, and all of them again after
 * growing pauses, about two minutes in all; a data node that was waited for so long is asked once only, until it answers. Belongs to the
 * listing's thread, which waits here.
 */
final class WebLooks {
    private static final int AHEAD_MAX = 64;
    private static final int MODE = 0644;
    private static final Duration ANSWER_MAX = Duration.ofMinutes(2);
    private static final Duration PAUSE_FIRST = Duration.ofSeconds(2);
    private static final Duration PAUSE_LONGEST = Duration.ofMinutes(1);
    private static final int ROUNDS_MAX = 7;
    private static final int NODES_MAX = 1_000;
    private static final FileName ANY_NAME = FileName.ofUtf8("file");

    private final IntakeParts parts;
    private final Job job;
    private final BooleanSupplier mayGoOn;
    private final ExplainedPause pause;
    private final Runnable beforePause;
    private final Map<Integer, CompletionStage<DirectoryEntry>> ahead = new HashMap<>(); // by number of the item
    private final Set<String> waitedFor = new HashSet<>(); // data nodes, in vain

    /** {@code beforePause} lets go what was listed so far: it can be fetched meanwhile. */
    WebLooks(IntakeParts parts, Job job, BooleanSupplier mayGoOn, Runnable beforePause) {
        this.parts = parts;
        this.job = job;
        this.mayGoOn = mayGoOn;
        this.pause = new ExplainedPause(parts, job, mayGoOn);
        this.beforePause = beforePause;
    }

    /** Asks for items that come next: called for every item of a job, so it looks at few, and at none of a site. */
    void askAhead(Collection<NumberedItem> next) {
        int looked = 0;
        for (NumberedItem item : next) {
            if (!(item.source() instanceof ItemSource.OfCopies) || ++looked > AHEAD_MAX || ahead.size() >= AHEAD_MAX)
                return;
            if (mustAsk(item.item()) && !ahead.containsKey(item.number()))
                ahead.put(item.number(), ask(item, item.source().text()));
        }
    }

    static boolean mustAsk(SubmittedItem item) {
        return item.source() instanceof ItemSource.AtDataNode && item.size() == SubmittedItem.SIZE_UNKNOWN;
    }

    private CompletionStage<DirectoryEntry> ask(NumberedItem item, String location) {
        try {
            ListedPlaces.refuseClosed(parts, location);
            Optional<Checksum> expected = Checksum.deciding(item.item().digests());
            return parts.web().look(job.request().owner(), new Copy(Copy.location(location), 0).decidedBy(expected));
        } catch (MoverException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Returns what is known of an item whose turn has come; null if the listing must stop before that is known.
     *
     * @param now modification time of a file whose publisher tells none
     * @throws MoverException what the data nodes could not do
     */
    @Nullable DirectoryEntry of(NumberedItem item, Instant now) {
        if (!mustAsk(item.item())) return new DirectoryEntry(ANY_NAME, published(item.item(), now), null);
        CompletionStage<DirectoryEntry> early = ahead.remove(item.number());
        for (int rounds = 1; ; rounds++) {
            Round round = new Round();
            String first = item.source().text();
            round.ask(first, early == null ? ask(item, first) : early);
            early = null;
            if (round.mayGoOn()) round.askOthers(item);
            if (round.isStopped) return null;
            DirectoryEntry found = round.found;
            if (found != null) {
                pause.end();
                return found;
            }
            MoverException reason = round.reason();
            if (rounds == ROUNDS_MAX || waitedFor.containsAll(round.silent)) {
                giveUp(round.silent);
                throw reason;
            }
            Duration length = PAUSE_FIRST.multipliedBy(1L << (rounds - 1));
            if (length.compareTo(PAUSE_LONGEST) > 0) length = PAUSE_LONGEST;
            beforePause.run();
            if (!pause.explained("data nodes " + round.silent, reason, length)) return null;
            ahead.clear(); // what they said before the pause does not count
        }
    }

    private void giveUp(Set<String> silent) {
        pause.end();
        if (waitedFor.size() + silent.size() > NODES_MAX) waitedFor.clear();
        waitedFor.addAll(silent);
    }

    /** Every copy of an item asked once, until one answers. */
    private final class Round {
        private final Set<String> silent = new TreeSet<>(); // data nodes that may answer later
        private @Nullable DirectoryEntry found;
        private @Nullable MoverException reason;
        private boolean isStopped;

        boolean mayGoOn() {
            return found == null && !isStopped;
        }

        void askOthers(NumberedItem item) {
            List<ItemCopy> copies = parts.catalog()
                    .copies()
                    .ofItems(job.id(), item.number(), item.number())
                    .getOrDefault(item.number(), List.of());
            for (ItemCopy copy : copies) {
                boolean isOther = copy.source() instanceof ItemSource.AtDataNode
                        && !copy.source().equals(item.source());
                if (isOther && mayGoOn()) ask(copy.location(), WebLooks.this.ask(item, copy.location()));
            }
        }

        void ask(String location, CompletionStage<DirectoryEntry> answer) {
            try {
                found = waitFor(location, answer.toCompletableFuture());
                isStopped = found == null;
                if (!isStopped) waitedFor.remove(node(location));
            } catch (MoverException e) {
                boolean mayPass = e.kind().isRetryable();
                // What may pass says more than what another copy will never do.
                if (reason == null || (mayPass && silent.isEmpty())) reason = e;
                if (mayPass) silent.add(node(location));
            }
        }

        MoverException reason() {
            return Objects.requireNonNull(reason, "a copy was asked");
        }
    }

    private static String node(String location) {
        return Objects.requireNonNullElse(Copy.location(location).getAuthority(), location);
    }

    private @Nullable DirectoryEntry waitFor(String location, CompletableFuture<DirectoryEntry> answer) {
        Instant until = parts.clock().instant().plus(ANSWER_MAX);
        while (mayGoOn.getAsBoolean()) {
            try {
                return answer.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                if (parts.clock().instant().isBefore(until)) continue;
                throw new MoverException(ErrorCode.TIMED_OUT, location + " did not answer for two minutes", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException | CompletionException e) {
                throw failure(e);
            }
        }
        return null;
    }

    private static FileStatus published(SubmittedItem item, Instant now) {
        Instant modified = item.modified() == null ? now : item.modified();
        return new FileStatus(FileKind.FILE, new FileVersion(item.size(), modified, Instant.EPOCH, 0), MODE, null);
    }

    private static MoverException failure(Exception e) {
        Throwable cause = e.getCause();
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "a data node was not queried: " + cause, e);
    }
}
