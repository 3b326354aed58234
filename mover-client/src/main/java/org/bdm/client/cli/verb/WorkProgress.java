package org.bdm.client.cli.verb;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.Terminal;
import org.bdm.client.output.TimeText;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;

/**
 * Progress of work at the server that is not a job: drawn over itself where the messages go to a terminal, else a plain line every five
 * seconds. Nothing with {@code --quiet} or {@code --json}. One thread.
 */
public final class WorkProgress {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
    private static final Duration BETWEEN_DRAWINGS = Duration.ofSeconds(1);

    /**
     * State of the work; the totals are null while nobody knows them.
     *
     * @param files done
     * @param bytes done
     */
    public record Amount(
            long files,
            long bytes,
            @Nullable Long filesTotal,
            @Nullable Long bytesTotal) {
        /** Of work whose end nobody knows. */
        public static Amount of(long files, long bytes) {
            return new Amount(files, bytes, null, null);
        }
    }

    private final Terminal terminal;
    private final Pacer pacer;
    private final String name;
    private final boolean isShown;
    private final Instant begun;
    private Instant shownAt;
    private @Nullable Amount first;
    private Instant firstAt;

    /** Progress of what is called {@code name}; the first view appears after the interval, so that short work shows none. */
    public WorkProgress(Verb verb, String name) {
        this.terminal = verb.besideData();
        this.pacer = verb.pacer();
        this.name = name;
        this.isShown = !verb.json() && !terminal.style().quiet();
        this.begun = pacer.clock().instant();
        this.shownAt = begun;
        this.firstAt = begun;
    }

    /** Shows the state if it is time to. */
    public void show(Amount done) {
        Instant now = pacer.clock().instant();
        if (first == null) {
            first = done;
            firstAt = now;
        }
        if (!isDue()) return;
        shownAt = now;
        String line = text(done, now);
        if (terminal.style().interactive()) terminal.live(List.of(line));
        else terminal.message(TimeText.clock(now, pacer.clock().getZone()) + "  " + line);
    }

    /** True if {@link #show} would show something now: the state need not be asked for otherwise. */
    public boolean isDue() {
        Duration pause = terminal.style().interactive() ? BETWEEN_DRAWINGS : BETWEEN_LINES;
        return isShown && !pacer.clock().instant().isBefore(shownAt.plus(pause));
    }

    /** Keeps the last view; later lines appear below it. */
    public void end() {
        terminal.endLive();
    }

    private String text(Amount done, Instant now) {
        List<String> facts = new ArrayList<>();
        facts.add(name + share(done));
        if (done.files() > 0 || done.filesTotal() != null)
            facts.add(
                    done.filesTotal() == null
                            ? Plural.of(done.files(), "file")
                            : done.files() + " of " + Plural.of(done.filesTotal(), "file"));
        if (done.bytes() > 0 || done.bytesTotal() != null)
            facts.add(ByteSize.text(done.bytes())
                    + (done.bytesTotal() == null ? "" : " of " + ByteSize.text(done.bytesTotal())));
        long bytesPerSecond = perSecond(done.bytes(), first == null ? 0 : first.bytes(), now);
        if (bytesPerSecond > 0) facts.add(ByteRate.text(bytesPerSecond));
        else facts.add("for " + TimeText.duration(Duration.between(begun, now)));
        Instant end = end(done, now);
        if (end != null) facts.add("ends about " + moment(end, now));
        return String.join("  ", facts);
    }

    private static String share(Amount done) {
        Double share = done(done);
        return share == null ? "" : " " + (int) (Math.min(0.99, share) * 100) + " %";
    }

    private static @Nullable Double done(Amount done) {
        if (done.bytesTotal() != null && done.bytesTotal() > 0) return (double) done.bytes() / done.bytesTotal();
        if (done.filesTotal() != null && done.filesTotal() > 0) return (double) done.files() / done.filesTotal();
        return null;
    }

    private long perSecond(long now, long before, Instant at) {
        long millis = Duration.between(firstAt, at).toMillis();
        return millis < 500 ? 0 : Math.round(1000.0 * (now - before) / millis);
    }

    /** From what was done since the first look: before it, an earlier process may have done a part. */
    private @Nullable Instant end(Amount done, Instant now) {
        if (first == null) return null;
        Double share = done(done);
        Double shareBefore = done(new Amount(first.files(), first.bytes(), done.filesTotal(), done.bytesTotal()));
        if (share == null || shareBefore == null || share >= 1 || share - shareBefore <= 0.0001) return null;
        double millis = Duration.between(firstAt, now).toMillis() * (1 - share) / (share - shareBefore);
        return now.plusMillis(Math.round(millis));
    }

    private String moment(Instant end, Instant now) {
        ZoneId zone = pacer.clock().getZone();
        boolean isToday = LocalDate.ofInstant(end, zone).equals(LocalDate.ofInstant(now, zone));
        return isToday ? TimeText.clock(end, zone) : TimeText.moment(end, zone);
    }
}
