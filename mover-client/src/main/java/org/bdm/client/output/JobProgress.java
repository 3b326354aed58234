package org.bdm.client.output;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.control.job.ByteCounts;
import org.bdm.core.control.job.EstimateView;
import org.bdm.core.control.job.FileCounts;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.StateReason;
import org.bdm.core.id.ByteRate;

/** Progress of a job, as a bar of two lines or as one plain line. No percentage is shown while listing, because totals grow. */
public final class JobProgress {
    private static final int WIDEST_BAR = 40;

    private final ZoneId zone;

    public JobProgress(ZoneId zone) {
        this.zone = zone;
    }

    /** A bar, and below it rate, end and limit, in lines of at most so many columns. */
    public List<String> bar(JobView job, int columns) {
        String head = job.id() + " " + job.state();
        int width = Math.min(WIDEST_BAR, columns - head.length() - 12);
        List<String> lines = new ArrayList<>();
        lines.add(width < 5 ? head + " " + percent(job) : head + " " + drawn(job, width) + " " + percent(job));
        StringBuilder line = new StringBuilder();
        for (String fact : facts(job)) {
            if (line.length() > 0 && line.length() + fact.length() + 2 >= columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append("  ").append(fact);
        }
        wrap(line.toString(), columns, lines);
        return lines;
    }

    /** A reason may be long: it goes on in the next line, and nothing of it is lost. */
    private static void wrap(String text, int columns, List<String> lines) {
        String left = text;
        while (left.length() >= columns) {
            int blank = left.lastIndexOf(' ', columns - 1);
            if (blank <= 2) break;
            lines.add(left.substring(0, blank));
            left = "  " + left.substring(blank + 1);
        }
        lines.add(left);
    }

    /** The same without drawing. */
    public String line(JobView job) {
        return String.join(
                "  ",
                job.id() + " " + job.state() + (job.listingComplete() ? " " + percent(job) : ""),
                String.join("  ", facts(job)));
    }

    private List<String> facts(JobView job) {
        FileCounts files = job.files();
        ByteCounts bytes = job.bytes();
        String more = isFinal(job) ? "" : "+";
        List<String> facts = new ArrayList<>();
        facts.add((files.done() + files.skipped()) + "/" + files.total() + more
                + (files.total() == 1 ? " file" : " files"));
        facts.add(ByteSize.text(covered(bytes)) + " of " + ByteSize.text(bytes.total()) + more);
        if (job.state().equals("ACTIVE") && job.rate().bytesPerSecond() > 0)
            facts.add(ByteRate.text(job.rate().bytesPerSecond()));
        EstimateView estimate = job.estimate();
        if (estimate != null && estimate.p50() != null && job.endedAt() == null)
            facts.add("ends about " + ends(job, estimate.p50()));
        if (job.limitedBy() != null && job.endedAt() == null) facts.add("limited by " + job.limitedBy());
        if (files.failed() > 0) facts.add(files.failed() + " failed");
        if (bytes.resent() > 0) facts.add(ByteSize.text(bytes.resent()) + " sent again");
        StateReason reason = job.stateReason();
        if (reason != null && job.endedAt() == null) facts.add(reason.code() + ": " + reason.text());
        return facts;
    }

    /** With the day, if the job runs into another one. */
    private String ends(JobView job, Instant end) {
        boolean isOnItsDay = LocalDate.ofInstant(end, zone).equals(LocalDate.ofInstant(job.createdAt(), zone));
        return isOnItsDay ? TimeText.clock(end, zone) : TimeText.moment(end, zone);
    }

    private static String drawn(JobView job, int width) {
        if (!job.listingComplete() && job.endedAt() != null) return "[" + "-".repeat(width) + "]";
        if (!job.listingComplete())
            return "[" + "listing".substring(0, Math.min(7, width)) + ".".repeat(Math.max(0, width - 7)) + "]";
        int full = (int) (share(job) * width);
        return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
    }

    private static String percent(JobView job) {
        // Of a job that ended before all was listed, nobody knows of how much.
        if (!job.listingComplete()) return "";
        // Rounded down: 100 % means all.
        return String.format(Locale.ROOT, "%d %%", (int) (share(job) * 100));
    }

    /** True if totals do not grow any more: also of a job that ended before all was listed. */
    private static boolean isFinal(JobView job) {
        return job.listingComplete() || job.endedAt() != null;
    }

    private static long covered(ByteCounts bytes) {
        return Math.min(bytes.total(), bytes.durable() + bytes.skipped());
    }

    /** Of bytes; of files where all are empty. */
    private static double share(JobView job) {
        FileCounts files = job.files();
        long ended = files.done() + files.skipped() + files.failed() + files.cancelled();
        if (files.total() == ended) return files.total() == 0 && job.endedAt() == null ? 0 : 1;
        ByteCounts bytes = job.bytes();
        double share = bytes.total() > 0
                ? (double) (covered(bytes) + bytes.failed()) / bytes.total()
                : (double) ended / files.total();
        return Math.max(0, Math.min(0.99, share));
    }
}
