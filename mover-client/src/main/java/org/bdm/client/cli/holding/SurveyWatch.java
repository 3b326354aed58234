package org.bdm.client.cli.holding;

import java.time.Duration;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.FindingView;
import org.bdm.core.control.holding.SurveyView;
import org.jspecify.annotations.Nullable;

/** Prints what a survey finds as it finds it, until it ends. */
final class SurveyWatch {
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final MoverApi api;
    private final Terminal terminal;
    private final Pacer pacer;
    private final boolean json;

    SurveyWatch(MoverApi api, Terminal terminal, Pacer pacer, boolean json) {
        this.api = api;
        this.terminal = terminal;
        this.pacer = pacer;
        this.json = json;
    }

    /** The survey as it ended; a failed one is thrown as what the server said. */
    SurveyView untilItEnds(SurveyView begun) {
        @Nullable String cursor = null;
        do {
            Page<FindingView> page = api.surveys().findings(begun.id(), cursor);
            page.items().forEach(this::print);
            cursor = page.nextCursor();
            if (cursor != null && page.items().isEmpty()) pacer.pause(PAUSE);
        } while (cursor != null);
        SurveyView ended = api.surveys().survey(begun.id());
        if (ended.problem() != null) throw ServerRefusal.of(ended.problem());
        return ended;
    }

    private void print(FindingView found) {
        if (json) {
            terminal.json(found);
            return;
        }
        String where = found.export() + "/" + found.path();
        terminal.line(found.kind() + "  " + where + "  " + found.text());
    }

    /** To the messages, so that standard output has findings only. */
    void sum(String what, SurveyView survey) {
        terminal.message(what + " " + Plural.of(survey.files(), "file") + ", " + ByteSize.text(survey.bytes()) + ", "
                + Plural.of(survey.findings(), "finding"));
    }
}
