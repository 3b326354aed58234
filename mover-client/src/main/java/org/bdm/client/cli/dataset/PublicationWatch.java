package org.bdm.client.cli.dataset;

import java.time.Duration;
import java.time.Instant;
import org.bdm.client.ReplicationApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.cli.verb.WaitTimedOut;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.dataset.PublicationView;

/**
 * Looks whether a catalog shows our copy, with growing pauses. Looking changes nothing, so a server that is started anew meanwhile, and a
 * catalog that does not answer for a while, are waited out.
 */
final class PublicationWatch {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final ReplicationApi api;
    private final Pacer pacer;
    private final Terminal terminal;
    private boolean isBroken;

    PublicationWatch(ReplicationApi api, Pacer pacer, Terminal terminal) {
        this.api = api;
        this.pacer = pacer;
        this.terminal = terminal;
    }

    /** The view that shows all files; throws {@link WaitTimedOut} after this long. */
    PublicationView untilShown(PublicationView first, Duration longest) {
        Instant end = pacer.clock().instant().plus(longest);
        PublicationView seen = first;
        Duration pause = FIRST_PAUSE;
        while (seen.shown() < seen.files()) {
            if (!pacer.clock().instant().plus(pause).isBefore(end)) throw WaitTimedOut.ofPublication(waitedFor(seen));
            pacer.pause(pause);
            if (Thread.currentThread().isInterrupted()) throw WaitTimedOut.ofPublication(waitedFor(seen));
            seen = look(seen);
            if (!isBroken) pause = longer(pause);
        }
        return seen;
    }

    /** As it is now, or as it was when there is no answer. */
    private PublicationView look(PublicationView last) {
        try {
            PublicationView now = api.publication(last.dataset(), last.index(), last.node());
            if (isBroken) terminal.message("answering again");
            isBroken = false;
            return now;
        } catch (ServerUnreachable e) {
            endure("the server does not answer", e);
        } catch (ServerRefusal e) {
            if (!isPassing(e)) throw e;
            endure("the index cannot be checked now", e);
        }
        return last;
    }

    private static boolean isPassing(ServerRefusal refusal) {
        return refusal.isPassing() || refusal.problem().code().equals("INDEX_UNAVAILABLE");
    }

    private void endure(String what, RuntimeException failure) {
        if (!isBroken) terminal.message(what + ", trying again: " + failure.getMessage());
        isBroken = true;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private String waitedFor(PublicationView seen) {
        if (isBroken) {
            return "no answer, so it is not known whether " + seen.index()
                    + " shows our copy; the copy was submitted to it";
        }
        return seen.index() + " shows our copy of " + seen.shown() + " of " + Plural.of(seen.files(), "file")
                + " so far: it is still applying the change, or refused it; repeat the command to check";
    }
}
