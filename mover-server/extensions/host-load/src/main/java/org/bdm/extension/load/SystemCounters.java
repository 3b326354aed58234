package org.bdm.extension.load;

import java.util.HashMap;
import java.util.Map;
import org.bdm.server.machine.HostCounters;
import org.bdm.server.machine.MachineCounters;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;

/** The counters that OSHI knows of this system. */
public final class SystemCounters implements MachineCounters {
    /** Made by the loader of services. */
    public SystemCounters() {}

    @Override
    public HostCounters read() {
        HardwareAbstractionLayer hardware = new SystemInfo().getHardware();
        CentralProcessor processor = hardware.getProcessor();
        long[] ticks = processor.getSystemCpuLoadTicks();
        long all = 0;
        for (long each : ticks) all += each;
        Map<String, Long> networks = new HashMap<>();
        for (NetworkIF each : hardware.getNetworkIFs(true)) {
            networks.put(each.getName(), each.getBytesRecv() + each.getBytesSent());
        }
        Map<String, HostCounters.Disk> disks = new HashMap<>();
        for (HWDiskStore each : hardware.getDiskStores()) {
            String name = each.getName().replaceFirst("^/dev/", "");
            disks.put(name, new HostCounters.Disk(each.getReadBytes(), each.getWriteBytes(), each.getTransferTime()));
        }
        return new HostCounters(
                System.nanoTime(),
                all,
                ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()],
                processor.getContextSwitches(),
                networks,
                disks);
    }
}
