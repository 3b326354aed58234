package org.bdm.client.cli.dataset;

import java.time.Duration;
import java.util.Set;
import org.bdm.client.ReplicationApi;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.dataset.HandoverView;

/** Waits for the end of a handover, and says each time when it waits for somebody else. */
final class HandoverWatch {
    private static final Set<String> OVER = Set.of("ENDED", "CANCELLED");
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final ReplicationApi api;
    private final Pacer pacer;
    private final Terminal terminal;

    HandoverWatch(ReplicationApi api, Pacer pacer, Terminal terminal) {
        this.api = api;
        this.pacer = pacer;
        this.terminal = terminal;
    }

    HandoverView untilEnd(HandoverView first) {
        HandoverView now = first;
        String told = "";
        while (!OVER.contains(now.state())) {
            String line = line(now);
            if (!line.equals(told)) terminal.message(line);
            told = line;
            pacer.pause(PAUSE);
            now = api.handover(first.id());
        }
        terminal.message(line(now));
        return now;
    }

    /** In one line: state, and what it waits for. */
    static String line(HandoverView now) {
        String whom = now.awaits().equals("NOBODY") || OVER.contains(now.state()) ? "" : " for " + now.awaits();
        return now.id() + " " + now.state() + whom + (now.reason().isEmpty() ? "" : ": " + now.reason());
    }

    static ExitCode exitCode(HandoverView ended) {
        if (ended.state().equals("CANCELLED")) return ExitCode.CANCELLED;
        return ended.there() == ended.files() ? ExitCode.DONE : ExitCode.FILES_FAILED;
    }
}
