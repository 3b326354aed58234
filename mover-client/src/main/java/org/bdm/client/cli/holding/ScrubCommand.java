package org.bdm.client.cli.holding;

import java.time.Instant;
import java.util.Locale;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.VerbGroup;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.holding.PatchScrub;
import org.bdm.core.control.holding.ScrubView;
import org.bdm.core.id.ByteRate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verbs about reading held files again on a schedule. */
@Command(name = "scrub", description = "Rereads held files on a schedule to find damage.")
public final class ScrubCommand extends VerbGroup {
    @Command(
            name = "status",
            footer = "bdm-client scrub status",
            description = {
                "Shows settings, progress and findings of the scrub.",
                "The server reads held files again, those first that were not checked for longest."
            })
    ExitCode status() {
        return shown(api().surveys().scrub(), this::told);
    }

    @Command(
            name = "start",
            footer = "bdm-client scrub start",
            description = {"Starts the scrub.", "It works until it is paused, also after a restart of the server."})
    ExitCode start() {
        return patched(new PatchScrub(true, null, null, null, null));
    }

    @Command(
            name = "pause",
            footer = "bdm-client scrub pause",
            description = {"Pauses the scrub.", "The file that is being read is read again after 'scrub start'."})
    ExitCode pause() {
        return patched(new PatchScrub(false, null, null, null, null));
    }

    @Command(
            name = "set",
            footer = "bdm-client scrub set --share 2 --hours 20:00-06:00 --zone Europe/Berlin --rate 200MB/s",
            description = {
                "Changes share, hours or rate of the scrub.",
                "Changes hold at once, for all nodes of the site."
            })
    ExitCode set(
            @Option(
                            names = "--share",
                            paramLabel = "PERCENT",
                            description =
                                    "Share of all held files that is checked in a week; 2 checks all in 50 weeks.")
                    @Nullable Double share,
            @Option(
                            names = "--hours",
                            paramLabel = "HOURS",
                            description = "Times of the day, e.g. 20:00-06:00, or always.")
                    @Nullable String hours,
            @Option(names = "--zone", paramLabel = "ZONE", description = "Time zone of the hours, e.g. Europe/Berlin.")
                    @Nullable String zone,
            @Option(
                            names = "--rate",
                            paramLabel = "RATE",
                            description = "The most that is read, e.g. 200MB/s or 1Gbit/s; of the whole site.")
                    @Nullable String rate) {
        if (share == null && hours == null && zone == null && rate == null)
            throw usage("nothing to set: give --share, --hours, --zone or --rate");
        return patched(new PatchScrub(null, share, hours, zone, rate(rate)));
    }

    private @Nullable Long rate(@Nullable String rate) {
        try {
            return rate == null ? null : Long.valueOf(ByteSize.parse(rate));
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private ExitCode patched(PatchScrub changes) {
        return shown(api().surveys().patchScrub(changes), this::told);
    }

    private void told(ScrubView scrub) {
        ScrubView.Week week = scrub.week();
        line("state", scrub.state());
        line("share", scrub.percentPerWeek() + " % a week");
        line("hours", scrub.hours() + " " + scrub.zone());
        line("rate", ByteRate.limit(scrub.bytesPerSecond()));
        line(
                "week",
                "since " + moment(week.beganAt(), "-") + ": " + week.checked() + " of "
                        + Plural.of(week.filesMax(), "file") + ", " + ByteSize.text(week.bytes()));
        line(
                "found",
                week.damaged() + " damaged, " + week.missing() + " missing, " + week.unreadable() + " unreadable");
        line("now", scrub.damagedFiles() + " damaged, " + scrub.missingFiles() + " missing");
        line("oldest check", moment(scrub.oldestCheckAt(), "not every file was checked"));
        if (scrub.trouble() != null) line("last trouble", moment(scrub.troubleAt(), "-") + " " + scrub.trouble());
    }

    private String moment(@Nullable Instant time, String otherwise) {
        return time == null ? otherwise : TimeText.moment(time, zone());
    }

    private void line(String name, String value) {
        terminal().line(String.format(Locale.ROOT, "%-14s%s", name, value));
    }
}
