package org.bdm.server.machine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.bdm.core.bottleneck.ProcessorLoad;
import org.bdm.core.host.OtherPrograms;
import org.bdm.core.host.ProcessorShare;
import org.bdm.core.host.ProcessorWaits;

/** The processors that this process uses, or waits for while others have them; from now on. Any thread. */
public final class OwnProcessors implements ProcessorLoad {
    private final ProcessorShare used;
    private final ProcessorShare needed;
    private final OtherPrograms others;

    /** Begins to measure. */
    public OwnProcessors() {
        LongSupplier ran = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getProcessCpuTime
                : () -> 0;
        ProcessorWaits waited = new ProcessorWaits(Path.of("/proc/self/task"));
        used = new ProcessorShare(ran, System::nanoTime);
        needed = new ProcessorShare(() -> ran.getAsLong() + waited.getAsLong(), System::nanoTime);
        others = new OtherPrograms(Path.of("/proc/stat"), ran, System::nanoTime);
    }

    @Override
    public double used() {
        return used.getAsDouble();
    }

    @Override
    public double needed() {
        return needed.getAsDouble();
    }

    @Override
    public double usedByOthers() {
        return others.getAsDouble();
    }
}
