package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.server.demo.DemoSettings;

/** Writes campaigns from this site to the others, with a part for each. */
final class DemoCampaigns {
    private static final int RUNNING = 1;
    private static final int SUCCEEDED = 3;
    private static final int PARTIAL = 4;
    private static final int CANCELLED = 6;

    private final DemoRows rows;
    private final DemoSettings settings;
    private final Instant now;

    DemoCampaigns(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.settings = settings;
        this.now = settings.now();
    }

    void write() {
        write(1, "historical to all sites", SUCCEEDED, List.of("SUCCEEDED", "SUCCEEDED", "SUCCEEDED"));
        write(2, "ssp585 for the assessment", RUNNING, List.of("ACTIVE", "SUCCEEDED", "PAUSED", "WAITING"));
        write(3, "CORDEX EUR-12", PARTIAL, List.of("SUCCEEDED", "PARTIAL"));
        write(4, "piControl ocean", RUNNING, List.of("ACTIVE", "REFUSED", "ACTIVE"));
        write(5, "DCPP hindcasts", CANCELLED, List.of("CANCELLED", "CANCELLED"));
        rows.numbersGoOn("campaign", "campaign_no");
    }

    private void write(int number, String name, int state, List<String> parts) {
        long files = 20_000L + 7_919L * number;
        long bytes = files * (150L << 20);
        List<String> others = DemoNames.SITES.stream()
                .filter(site -> !site.equals(settings.site()))
                .toList();
        StringBuilder destinations = new StringBuilder();
        long done = 0;
        for (int at = 0; at < parts.size(); at++) {
            String destination = "bdm://" + others.get(at) + "/cmip/campaign-" + number + "/";
            destinations
                    .append(at == 0 ? "" : ",")
                    .append('"')
                    .append(destination)
                    .append('"');
            done += writePart(number, at, destination, parts.get(at), new long[] {files, bytes});
        }
        Instant created = now.minus(Duration.ofDays(28 - 4L * number));
        Instant ended = state == RUNNING ? null : created.plus(Duration.ofHours(50));
        rows.add(
                "campaign (campaign_no, name, owner, state, message, files, bytes, created_at, ended_at)",
                number,
                name,
                number % 2 == 0 ? "ann" : "carla",
                state,
                "{\"source\":\"bdm://" + settings.site() + "/cmip/CMIP6/\",\"datasets\":[],\"destinations\":["
                        + destinations + "],\"options\":null}",
                files,
                bytes,
                created,
                ended);
        writePoints(number, created, ended == null ? now : ended, done);
    }

    /** Hour by hour, slower now and then; the last one is what the parts say. */
    private void writePoints(int campaign, Instant from, Instant until, long done) {
        DemoChance chance = new DemoChance(settings.seed(), "campaign " + campaign);
        long hours = Duration.between(from, until).toHours();
        long moved = 0;
        for (long hour = 0; hour <= hours; hour++) {
            long left = done - moved;
            moved = hour == hours ? done : moved + left / (hours - hour) * (50 + chance.below(100)) / 100;
            rows.add(
                    "campaign_point (campaign_no, at_ms, bytes_done)",
                    campaign,
                    (from.getEpochSecond() / 3_600 + hour) * 3_600_000,
                    Math.min(done, moved));
        }
    }

    /** Returns the bytes that are done. */
    private long writePart(int campaign, int part, String destination, String state, long[] whole) {
        long percent = switch (state) {
            case "SUCCEEDED" -> 100;
            case "PARTIAL" -> 99;
            case "ACTIVE", "PAUSED", "CANCELLED" -> 20 + campaign * 9L + part * 7L;
            default -> 0;
        };
        boolean isSubmitted = !state.equals("WAITING") && !state.equals("REFUSED");
        String site = destination.substring("bdm://".length(), destination.indexOf("/cmip"));
        rows.add(
                "campaign_part (campaign_no, part_no, destination, job, state, files_total, files_done, files_failed, bytes_total,"
                        + " bytes_done, trouble, changed_at)",
                campaign,
                part,
                destination,
                isSubmitted ? site + ":job-" + (100 + campaign * 10 + part) : null,
                state,
                isSubmitted ? whole[0] : 0L,
                whole[0] * percent / 100,
                state.equals("PARTIAL") ? whole[0] / 100 : 0L,
                isSubmitted ? whole[1] : 0L,
                whole[1] * percent / 100,
                state.equals("REFUSED") ? "site " + site + " lets this site write to no export 'cmip'" : "",
                now.minus(Duration.ofMinutes(7L * (part + 1))));
        return whole[1] * percent / 100;
    }
}
