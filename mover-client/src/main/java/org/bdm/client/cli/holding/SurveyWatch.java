package org.bdm.client.cli.holding;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerRefusal;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.LengtheningPauses;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.cli.verb.WorkProgress;
import org.bdm.client.cli.verb.WorkProgress.Amount;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.core.control.Page;
import org.bdm.core.control.holding.FindingView;
import org.bdm.core.control.holding.SurveyView;
import org.jspecify.annotations.Nullable;

/** Prints what a survey finds as it finds it, and how far it is, until it ends. */
public final class SurveyWatch {
    private static final int EARLIER_MAX = 200;

    private final Verb verb;
    private final MoverApi api;
    private final Terminal terminal;
    private final LengtheningPauses pauses;
    private final boolean json;
    private final Map<String, Long> counts = new HashMap<>();

    public SurveyWatch(Verb verb) {
        this.verb = verb;
        this.api = verb.api();
        this.terminal = verb.terminal();
        this.pauses = new LengtheningPauses(verb.pacer());
        this.json = verb.json();
    }

    /** Says the id first, so that somebody can come back to it. */
    SurveyView untilItEnds(SurveyView begun) {
        terminal.message(begun.id() + " started; 'bdm-client watch " + begun.id() + "' shows it again");
        return untilEnd(begun);
    }

    /** The survey as it ended; a failed one is thrown as what the server said. */
    public SurveyView untilEnd(SurveyView begun) {
        WorkProgress progress = new WorkProgress(verb, begun.id());
        progress.show(Amount.of(begun.files(), begun.bytes()));
        boolean isEarlierKnown = false;
        @Nullable SurveyView earlier = null;
        @Nullable String cursor = null;
        do {
            Page<FindingView> page = api.surveys().findings(begun.id(), cursor);
            page.items().forEach(this::print);
            cursor = page.nextCursor();
            if (cursor == null || !page.items().isEmpty()) continue;
            pauses.pause();
            if (!progress.isDue()) continue;
            if (!isEarlierKnown) earlier = earlier(begun);
            isEarlierKnown = true;
            progress.show(amount(api.surveys().survey(begun.id()), earlier));
        } while (cursor != null);
        progress.end();
        SurveyView ended = api.surveys().survey(begun.id());
        if (ended.problem() != null) throw ServerRefusal.of(ended.problem());
        return ended;
    }

    /** Prints the id alone, for {@code --no-wait}. */
    ExitCode printed(SurveyView begun) {
        if (json) terminal.json(begun);
        else terminal.line(begun.id());
        return ExitCode.DONE;
    }

    /** The newest survey of the same subject that came to its end: it tells how much there is to look at. */
    private @Nullable SurveyView earlier(SurveyView begun) {
        Iterator<SurveyView> all = api.surveys().surveys();
        for (int looked = 0; looked < EARLIER_MAX && all.hasNext(); looked++) {
            SurveyView each = all.next();
            if (each.state().equals("DONE") && each.subject().equals(begun.subject()) && each.files() > 0) return each;
        }
        return null;
    }

    private static Amount amount(SurveyView now, @Nullable SurveyView earlier) {
        if (earlier == null || now.files() > earlier.files()) return Amount.of(now.files(), now.bytes());
        boolean hasBytes = earlier.bytes() > 0 && now.bytes() <= earlier.bytes();
        return new Amount(now.files(), now.bytes(), earlier.files(), hasBytes ? earlier.bytes() : null);
    }

    private void print(FindingView found) {
        counts.merge(found.kind(), 1L, Long::sum);
        if (json) {
            terminal.json(found);
            return;
        }
        String where = found.export() + "/" + found.path();
        terminal.line(found.kind() + "  " + where + "  " + found.text());
    }

    /** To the messages, so that standard output has findings only. */
    public void sum(String what, SurveyView survey) {
        terminal.message(what + " " + Plural.of(survey.files(), "file") + ", " + ByteSize.text(survey.bytes()) + ", "
                + Plural.of(survey.findings(), "finding"));
    }

    /** Ends the messages with the commands that come next, for what was found of the subject. */
    void next(String subject) {
        String place = subject.startsWith("bdm://") ? subject : "bdm://SITE/EXPORT/PATH";
        tell(
                "MISSING",
                " not there: 'bdm-client repair' fetches held ones again, 'bdm-client holdings forget' lets go of them");
        tell(
                "DIFFERENT",
                " not as the evidence says: 'bdm-client verify " + subject
                        + "' reads changed ones, 'bdm-client repair' fetches"
                        + " damaged ones again, 'bdm-client hold --scan " + place
                        + " --accept-changed --reason TEXT' takes changed ones as they are");
        tell("EXTRA", " no holding: 'bdm-client hold --scan " + place + "' registers them");
        tell("MOVED", " at another name: the evidence moved along");
        if (counts.containsKey("OFFLINE"))
            terminal.message("Files that are offline were not read: bring them to disk, then run the command again");
        tell("UNREADABLE", " not readable: look at their permissions, then run the command again");
    }

    private void tell(String kind, String what) {
        long files = counts.getOrDefault(kind, 0L);
        if (files > 0) terminal.message(Plural.of(files, "file") + (files == 1 ? " is" : " are") + what);
    }
}
