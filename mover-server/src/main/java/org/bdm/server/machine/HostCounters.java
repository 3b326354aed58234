package org.bdm.server.machine;

import java.util.HashMap;
import java.util.Map;

/**
 * Counters of the system at one moment; each only grows.
 *
 * @param atNanos by a monotonic clock
 * @param processorTicks of all processors, the idle ones included
 * @param idleTicks of them idle, or waiting for disks
 * @param contextSwitches of the whole system
 * @param networks bytes in and out of each interface, by name
 * @param disks of each disk, by name
 */
public record HostCounters(
        long atNanos,
        long processorTicks,
        long idleTicks,
        long contextSwitches,
        Map<String, Long> networks,
        Map<String, Disk> disks) {
    /** Copies the maps. */
    public HostCounters {
        networks = Map.copyOf(networks);
        disks = Map.copyOf(disks);
    }

    /**
     * A disk.
     *
     * @param busyMillis time in which it had something to do
     */
    public record Disk(long readBytes, long writtenBytes, long busyMillis) {}

    double seconds(HostCounters since) {
        return Math.max(1e-9, (atNanos - since.atNanos) / 1e9);
    }

    /** Share of the processors in use since then, 0 to 1. */
    double processorsBusy(HostCounters since) {
        long all = processorTicks - since.processorTicks;
        return all <= 0 ? 0 : 1 - (double) (idleTicks - since.idleTicks) / all;
    }

    /** Bytes a second of each interface since then. */
    Map<String, Double> networkRates(HostCounters since) {
        Map<String, Double> rates = new HashMap<>();
        networks.forEach(
                (name, bytes) -> rates.put(name, (bytes - since.networks.getOrDefault(name, bytes)) / seconds(since)));
        return rates;
    }
}
