package org.bdm.client.cli.job;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.bdm.client.cli.verb.Pacer;
import org.bdm.client.output.JobProgress;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TerminalStyle;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.job.JobView;
import org.jspecify.annotations.Nullable;

/** Shows a job as it goes on: drawn over itself on a terminal, else a line when the state changes and every five seconds. */
public final class LiveProgress implements Consumer<JobView> {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    static final Duration BETWEEN_DRAWINGS = Duration.ofSeconds(1);

    private final Terminal terminal;
    private final Pacer pacer;
    private final JobProgress progress;
    private final Consumer<String> plainLine;
    private @Nullable JobView shown;
    private Instant shownAt = Instant.MIN;

    /** Plain lines go to the consumer: the first output when they are what was asked for, else the second. */
    public LiveProgress(Terminal terminal, Pacer pacer, Consumer<String> plainLine) {
        this.terminal = terminal;
        this.pacer = pacer;
        this.progress = new JobProgress(pacer.clock().getZone());
        this.plainLine = plainLine;
    }

    /** Returns the interval between two views. */
    public static Duration interval(TerminalStyle style) {
        return style.interactive() ? BETWEEN_DRAWINGS : BETWEEN_LINES;
    }

    @Override
    public void accept(JobView job) {
        if (terminal.style().interactive()) {
            terminal.live(progress.bar(job, terminal.style().columns()));
            if (job.endedAt() != null) terminal.endLive();
            return;
        }
        Instant now = pacer.clock().instant();
        if (shown != null && !isWorthALine(job, shown, now)) return;
        plainLine.accept(TimeText.clock(now, pacer.clock().getZone()) + "  " + progress.line(job));
        shown = job;
        shownAt = now;
    }

    private boolean isWorthALine(JobView job, JobView last, Instant now) {
        if (!job.state().equals(last.state())) return true;
        return !job.equals(last) && !now.isBefore(shownAt.plus(BETWEEN_LINES));
    }
}
