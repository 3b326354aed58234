package org.bdm.server.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what this process may use with the limit of its container or service, or else with the memory of the machine: a process above it
 * is killed.
 *
 * @param neededBytes heap and direct memory at most
 */
record MemoryLimitCheck(HostTree tree, long neededBytes) implements HostCheck {
    private static final long OTHER_BYTES = 256L << 20; // code, threads, page tables
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal: +([0-9]+) kB");

    @Override
    public String id() {
        return "memory-limit";
    }

    @Override
    public String subject() {
        return "process";
    }

    @Override
    public HostFinding look() throws IOException {
        OptionalLong ofGroup = limitOfGroup();
        long limit = ofGroup.orElse(memory());
        String found = "the process uses at most " + Units.bytes(neededBytes) + " of heap and direct memory; "
                + (ofGroup.isPresent() ? "its control group (container or service) may have " : "the machine has ")
                + Units.bytes(limit);
        if (limit >= neededBytes + OTHER_BYTES) return HostFinding.ok(found);
        String change = "Raise the limit of the container or MemoryMax of the unit to "
                + Units.bytes(neededBytes + OTHER_BYTES)
                + ", or lower BDM_HEAP_MIB and BDM_CACHE_MIB.";
        return limit < neededBytes ? HostFinding.problem(found, change) : HostFinding.advice(found, change);
    }

    private long memory() throws IOException {
        Matcher total = TOTAL.matcher(tree.proc("meminfo"));
        if (!total.find()) throw new IOException("/proc/meminfo does not name the memory of this machine");
        return Long.parseLong(total.group(1)) << 10;
    }

    /** The least limit of the control groups of this process and of those above; empty if none has one below the memory of the machine. */
    private OptionalLong limitOfGroup() throws IOException {
        long memory = memory();
        List<Long> limits = new ArrayList<>();
        for (String line : tree.proc("self/cgroup").split("\n", -1)) {
            String[] fields = line.split(":", 3);
            if (fields.length < 3) continue;
            boolean isUnified = fields[1].isEmpty();
            if (!isUnified && !List.of(fields[1].split(",", -1)).contains("memory")) continue;
            String root = isUnified ? "fs/cgroup" : "fs/cgroup/memory";
            String file = isUnified ? "/memory.max" : "/memory.limit_in_bytes";
            for (String group = fields[2]; ; group = above(group)) {
                tree.knownNumber(root + (group.equals("/") ? "" : group) + file).ifPresent(limits::add);
                if (group.equals("/")) break;
            }
        }
        return limits.stream()
                .mapToLong(Long::longValue)
                .filter(limit -> limit < memory)
                .min();
    }

    private static String above(String group) {
        int slash = group.lastIndexOf('/');
        return slash <= 0 ? "/" : group.substring(0, slash);
    }
}
