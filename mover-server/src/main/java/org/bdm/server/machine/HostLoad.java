package org.bdm.server.machine;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.bdm.core.id.ByteRate;
import org.bdm.server.extension.Extensions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The load of this machine in one line: of the time since it was asked last, or of a short moment. Any thread that may wait for that. */
public class HostLoad {
    private static final Logger LOG = LoggerFactory.getLogger(HostLoad.class);
    private static final long MOMENT_MILLIS = 300;
    private static final long SPAN_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);
    private static final long SPAN_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<HostCounters> counters;
    private final LongSupplier nanoTime;
    private final Runnable moment;
    private @Nullable HostCounters before; // guarded by this, as the next
    private String last = "";

    /** Of this machine, if what reads its counters is installed. */
    public HostLoad(Extensions extensions) {
        this(
                () -> extensions
                        .find(MachineCounters.POINT)
                        .orElseThrow(() -> new IllegalStateException("nothing is installed that reads them"))
                        .read(),
                System::nanoTime,
                HostLoad::aMoment);
    }

    /**
     * With counters of its own.
     *
     * @param moment passes a short time
     */
    HostLoad(Supplier<HostCounters> counters, LongSupplier nanoTime, Runnable moment) {
        this.counters = counters;
        this.nanoTime = nanoTime;
        this.moment = moment;
    }

    /** Returns the line; empty where the counters of the system cannot be read. */
    public synchronized Optional<String> line() {
        try {
            HostCounters since = before;
            long age = since == null ? Long.MAX_VALUE : nanoTime.getAsLong() - since.atNanos();
            if (age < SPAN_NANOS_MIN && !last.isEmpty()) return Optional.of(last);
            if (since == null || age > SPAN_NANOS_MAX) {
                since = counters.get();
                moment.run();
            }
            HostCounters now = counters.get();
            before = now;
            last = text(now, since);
            return Optional.of(last);
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("the load of this machine cannot be read", e);
            return Optional.empty();
        }
    }

    private static String text(HostCounters now, HostCounters since) {
        double seconds = now.seconds(since);
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "CPU %.0f %%, %.0f context switches/s",
                100 * now.processorsBusy(since),
                (now.contextSwitches() - since.contextSwitches()) / seconds));
        now.networkRates(since).entrySet().stream()
                .max(Comparator.comparingDouble((Map.Entry<String, Double> one) -> one.getValue())
                        .thenComparing(Map.Entry::getKey))
                .ifPresent(most -> line.append(
                        String.format(Locale.ROOT, ", %s %s", most.getKey(), ByteRate.text(most.getValue()))));
        now.disks().entrySet().stream()
                .max(Comparator.comparingDouble((Map.Entry<String, HostCounters.Disk> one) -> busy(one, since))
                        .thenComparing(Map.Entry::getKey))
                .ifPresent(most -> line.append(disk(most, since, seconds)));
        return line.toString();
    }

    private static String disk(Map.Entry<String, HostCounters.Disk> disk, HostCounters since, double seconds) {
        HostCounters.Disk now = disk.getValue();
        HostCounters.Disk then = since.disks().getOrDefault(disk.getKey(), now);
        return String.format(
                Locale.ROOT,
                ", disk %s %.0f %% busy, %s read, %s written",
                disk.getKey(),
                Math.min(100, busy(disk, since) / seconds / 10),
                ByteRate.text((now.readBytes() - then.readBytes()) / seconds),
                ByteRate.text((now.writtenBytes() - then.writtenBytes()) / seconds));
    }

    private static double busy(Map.Entry<String, HostCounters.Disk> disk, HostCounters since) {
        HostCounters.Disk then = since.disks().getOrDefault(disk.getKey(), disk.getValue());
        return disk.getValue().busyMillis() - then.busyMillis();
    }

    private static void aMoment() {
        try {
            TimeUnit.MILLISECONDS.sleep(MOMENT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
