package org.bdm.server.machine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.bdm.core.host.ProcessorShare;
import org.bdm.core.host.ProcessorWaits;

/** The processors that this process needs: used, or waited for while others had them. */
public final class OwnProcessors {
    private OwnProcessors() {}

    /** The share of its processors that this process needs, from now on. */
    public static ProcessorShare share() {
        LongSupplier used = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getProcessCpuTime
                : () -> 0;
        ProcessorWaits waited = new ProcessorWaits(Path.of("/proc/self/task"));
        return new ProcessorShare(() -> used.getAsLong() + waited.getAsLong(), System::nanoTime);
    }
}
