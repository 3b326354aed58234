package org.bdm.client.cli.job;

import java.util.Locale;
import java.util.stream.Stream;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.EventView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what happened to a job, oldest first. */
@Command(
        name = "events",
        footer = "bdm-client events job-7 --follow",
        description = "Lists what happened to a job, oldest first.")
public final class EventsCommand extends Verb {
    @Parameters(paramLabel = "JOB", description = "The id of the job.")
    String jobId = "";

    @Option(names = "--follow", description = "Keep listing new events until the server stops.")
    boolean follow;

    @Override
    protected ExitCode run() {
        String[] last = new String[1];
        if (!json()) terminal().heading(String.format(Locale.ROOT, "%-19s  WHAT", "TIME"));
        print(api().events(jobId), event -> {
            last[0] = event.id();
            line(event);
        });
        if (!follow) return ExitCode.DONE;
        try (Stream<EventView> live = api().followEvents(jobId, last[0])) {
            print(live.iterator(), this::line);
        }
        return ExitCode.DONE;
    }

    private void line(EventView event) {
        String code = event.code() == null ? "" : event.code() + ": ";
        terminal().sentence(TimeText.moment(event.at(), zone()) + "  " + event.kind() + "  ", code + event.text());
    }
}
