package org.bdm.core.bottleneck;

import java.util.Locale;
import org.bdm.core.id.ByteRate;
import org.bdm.core.source.SourceLoad;

/**
 * Says which stage limits a session. Looks from the end of the path to its begin: what queues in front of a stage here is slow there, whatever
 * the stages before it do. Only when nothing queues here, the source decides between itself and the network. Pure.
 */
public final class BottleneckJudge {
    /** Bytes in front of the writers from which on they hold up the stages before. */
    public static final long DISK_BACKLOG_BYTES = 8L << 20;
    /** The same in front of the hash threads. */
    public static final long HASH_BACKLOG_BYTES = 24L << 20;

    private static final double BUSY = 0.9;
    private static final double HASHES_MUCH = 0.3;
    private static final double HASHES_ALWAYS = 0.8;
    private static final double WRITES_MUCH = 0.5;
    private static final double WANTED_MIN = 0.3;
    private static final double LOSS_MIN = 0.0005;
    private static final int LONG_MICROS = 2_000;

    private BottleneckJudge() {}

    /** Names the stage that limits under this pressure. */
    public static Bottleneck judge(Pressure now) {
        if (now.capBytesPerSecond() > 0) {
            return limit("rate", "the rate limit of this session, %s", ByteRate.text(now.capBytesPerSecond()));
        }
        if (now.processorsUsed() >= BUSY) return ofProcessors(now);
        if (isHashBehind(now)) {
            return limit(
                    "hash",
                    "hashing at the destination: %.0f MiB wait to be hashed, and %.1f threads hash",
                    mebibytes(now.hashBacklogBytes()),
                    now.hashBusy());
        }
        if (now.diskBacklogBytes() > DISK_BACKLOG_BYTES && now.diskBusy() >= WRITES_MUCH) {
            return limit(
                    "disk",
                    "the disk of the destination: %.0f MiB wait to be written, and %.1f threads write all the time",
                    mebibytes(now.diskBacklogBytes()),
                    now.diskBusy());
        }
        if (now.filesFinishing() > now.filesActive()) {
            return limit(
                    "place",
                    "the disk of the destination, forcing and placing files: %d are at it, %d arrive",
                    now.filesFinishing(),
                    now.filesActive());
        }
        return now.source().map(source -> ofPath(now, source)).orElseGet(() -> untold(now));
    }

    /** Blocks wait for bytes in front of them, too: without busy threads a backlog says nothing. */
    private static boolean isHashBehind(Pressure now) {
        return now.hashBacklogBytes() > HASH_BACKLOG_BYTES
                && now.hashBacklogBytes() > now.diskBacklogBytes()
                && now.hashBusy() >= HASHES_ALWAYS * now.hashThreads();
    }

    private static Bottleneck ofProcessors(Pressure now) {
        if (now.processorsUsed() < BUSY && now.processorsOfOthers() > now.processorsUsed()) {
            return limit(
                    "host",
                    "other programs on this machine: they use %.0f %% of its processors, its own process %.0f %%",
                    percent(now.processorsOfOthers()),
                    percent(now.processorsUsed()));
        }
        boolean isHashing = now.hashBusy() >= HASHES_MUCH && now.hashBusy() >= now.diskBusy();
        String processors = now.processors() == 1 ? "processor" : "processors";
        if (isHashing) {
            return limit(
                    "hash",
                    "hashing at the destination: its process needs %.0f %% of %d %s, and %.1f threads hash",
                    percent(Math.max(now.processorsUsed(), now.processorsNeeded())),
                    now.processors(),
                    processors,
                    now.hashBusy());
        }
        return limit(
                "cpu",
                "the CPU of the destination: its process needs %.0f %% of %d %s",
                percent(Math.max(now.processorsUsed(), now.processorsNeeded())),
                now.processors(),
                processors);
    }

    private static Bottleneck ofPath(Pressure now, SourceLoad source) {
        if (source.sum() < WANTED_MIN * source.streams()) return ofRequests(now, source);
        double most =
                Math.max(Math.max(source.reading(), source.computing()), Math.max(source.sending(), source.pacing()));
        if (source.processorsBusy() >= BUSY || most == source.computing()) {
            return limit(
                    "source cpu",
                    "the CPU of the source: its process uses %.0f %% of its processors; it computes checksums for %.0f %%"
                            + " and reads for %.0f %% of the time",
                    percent(source.processorsBusy()),
                    percent(source.share(source.computing())),
                    percent(source.share(source.reading())));
        }
        if (most == source.reading()) {
            return limit(
                    "source disk",
                    "the disk of the source: it reads for %.0f %% of the time, and waits for the network for %.0f %%",
                    percent(source.share(source.reading())),
                    percent(source.share(source.sending())));
        }
        if (most == source.pacing()) {
            return limit(
                    "rate",
                    "a rate that was set: the source holds back for %.0f %% of the time",
                    percent(source.share(source.pacing())));
        }
        // The source waits, and nothing queues here: if threads here wait for processors, that is what takes the time.
        return now.processorsNeeded() >= BUSY ? ofProcessors(now) : ofNetwork(now, source);
    }

    private static Bottleneck ofNetwork(Pressure now, SourceLoad source) {
        String loss = source.segmentsResent() >= LOSS_MIN
                ? String.format(Locale.ROOT, "%.2f %% of the packets are sent again", percent(source.segmentsResent()))
                : "no packets are lost";
        return limit(
                "network",
                "the network: it takes %s, and the source waits for it for %.0f %% of the time; round trip %s, %s",
                ByteRate.text(now.bytesPerSecond()),
                percent(source.share(source.sending())),
                roundTrip(source),
                loss);
    }

    /** Little is wanted of the source: what is between two requests limits. */
    private static Bottleneck ofRequests(Pressure now, SourceLoad source) {
        double idle = 1 - source.sum() / source.streams();
        if (now.isFull() || source.roundTripMicros() >= LONG_MICROS) {
            return limit(
                    "network",
                    "the round trip of the network, %s: the source waits for requests for %.0f %% of the time",
                    roundTrip(source),
                    percent(idle));
        }
        return limit(
                "place",
                "the work for each file at the destination: %d files at once; the source waits for requests for %.0f %% of"
                        + " the time",
                now.filesActive() + now.filesFinishing(),
                percent(idle));
    }

    /** A source that tells nothing: an earlier version, or a data node. */
    private static Bottleneck untold(Pressure now) {
        if (now.streams() == 0 && now.bytesPerSecond() == 0)
            return limit("source", "the source: no connection to it is open");
        boolean isNetwork = now.isFull() && now.bytesPerSecond() > 0;
        return isNetwork
                ? limit(
                        "network",
                        "the network or the disk of the source, which does not tell: %s over %d streams",
                        ByteRate.text(now.bytesPerSecond()),
                        now.streams())
                : limit("source", "the source: it answers fewer requests than it gets");
    }

    private static String roundTrip(SourceLoad source) {
        return source.roundTripMicros() <= 0
                ? "unknown"
                : String.format(Locale.ROOT, "%.1f ms", source.roundTripMicros() / 1000.0);
    }

    private static double mebibytes(long bytes) {
        return bytes / 0x1p20;
    }

    private static double percent(double share) {
        return 100 * share;
    }

    private static Bottleneck limit(String stage, String text, Object... numbers) {
        return new Bottleneck(stage, String.format(Locale.ROOT, text, numbers));
    }
}
