package org.bdm.client.cli.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.ReceivedItems;
import org.bdm.core.control.job.SubmitJob;

/**
 * Sends a long list in parts: the job id is known before the first one, and a part whose answer was lost is sent again, to whichever server
 * answers. The next part is prepared while one is being sent. Belongs to one thread.
 */
final class ListUpload {
    static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    private static final int STATE_REFUSALS_MAX = 3;

    private final Verb verb;
    private final String total;
    private final Terminal beside;
    private Instant shownAt = Instant.MIN;

    /**
     * Prepares an upload.
     *
     * @param entries number of entries of the list; negative if nobody knows it yet
     */
    ListUpload(Verb verb, long entries) {
        this.verb = verb;
        this.total = entries < 0 ? "" : " of " + number(entries);
        this.beside = verb.besideData();
    }

    /** Returns the job when all entries are stored. */
    JobView send(SubmitJob withoutItems, Iterator<JobItem> items, NewJob sent) {
        JobView job = sent.sent(key -> verb.api().lists().begin(withoutItems, key));
        beside.message(job.id() + ": sending the list");
        if (job.stateReason() == null || !job.stateReason().code().equals("RECEIVING_LIST")) return job;
        try {
            sendAll(job.id(), items);
        } catch (ServerUnreachable lost) {
            beside.endLive();
            beside.message("to resume, repeat the command with --idempotency-key " + sent.key());
            throw lost;
        } catch (RuntimeException refused) { // by the server, or because the list cannot be read to its end
            cancel(job.id());
            throw refused;
        }
        beside.endLive();
        return verb.api().job(job.id());
    }

    private void sendAll(String job, Iterator<JobItem> items) {
        UploadPart part = UploadPart.next(0, items);
        while (true) {
            UploadPart now = part;
            CompletableFuture<UploadPart> next = now.isLast()
                    ? CompletableFuture.completedFuture(now)
                    : CompletableFuture.supplyAsync(() -> UploadPart.next(now.end(), items));
            show(job, sentPart(job, now).items());
            if (now.isLast()) return;
            part = read(next);
        }
    }

    /** Returns the next part, or throws the error that reading the list failed with. */
    private static UploadPart read(CompletableFuture<UploadPart> next) {
        try {
            return next.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException known) throw known;
            throw e;
        }
    }

    /** Sends a part until it is answered; entries of it that are stored already are skipped by the server. */
    private ReceivedItems sentPart(String job, UploadPart part) {
        Instant giveUpAt = verb.pacer().clock().instant().plus(PATIENCE);
        int stateRefusals = 0;
        for (int attempt = 1; ; attempt++) {
            try {
                return verb.api().lists().add(job, part.from(), part.isLast(), part.lines());
            } catch (ServerUnreachable e) {
                if (isOver(giveUpAt)) throw e;
                pause(attempt, Objects.toString(e.getMessage(), ""));
            } catch (ServerRefusal e) {
                // The request before may still be storing what had arrived of it.
                boolean isOvertaken = attempt > 1
                        && e.problem().code().equals("ILLEGAL_STATE")
                        && ++stateRefusals <= STATE_REFUSALS_MAX;
                if (isOver(giveUpAt) || (!e.isPassing() && !isOvertaken)) throw e;
                pause(attempt, Objects.toString(e.getMessage(), ""));
            }
        }
    }

    private boolean isOver(Instant giveUpAt) {
        return !verb.pacer().clock().instant().isBefore(giveUpAt);
    }

    private void pause(int attempt, String why) {
        if (attempt == 1) beside.message("resuming the upload: " + why);
        Duration wanted = Duration.ofSeconds(1L << Math.min(attempt - 1, 4));
        verb.pacer().pause(wanted.compareTo(LONGEST_PAUSE) < 0 ? wanted : LONGEST_PAUSE);
    }

    private void show(String job, int stored) {
        String line = job + ": " + number(stored) + total + " entries stored";
        if (beside.style().quiet()) return;
        if (beside.style().interactive()) {
            beside.live(List.of(line));
            return;
        }
        Instant now = verb.pacer().clock().instant();
        if (now.isBefore(shownAt.plus(BETWEEN_LINES))) return;
        shownAt = now;
        beside.message(line);
    }

    /** The list was refused: its job is of no use. */
    private void cancel(String job) {
        beside.endLive();
        try {
            verb.api().cancel(job);
            beside.message(job + " is cancelled, because its list was not taken");
        } catch (ServerRefusal | ServerUnreachable e) {
            beside.message(job + " was not cancelled: " + e.getMessage());
        }
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
