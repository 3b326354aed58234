package org.bdm.server.machine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.bdm.core.host.ProcessorShare;

/** The processors that this process uses. */
public final class OwnProcessors {
    private OwnProcessors() {}

    /** The share of its processors that this process uses, from now on. */
    public static ProcessorShare share() {
        LongSupplier used = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system::getProcessCpuTime
                : () -> 0;
        return new ProcessorShare(used, System::nanoTime);
    }
}
