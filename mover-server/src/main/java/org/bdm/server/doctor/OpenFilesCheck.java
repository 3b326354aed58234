package org.bdm.server.doctor;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the limit of open files of this process with what a busy node needs. */
record OpenFilesCheck(HostTree tree) implements HostCheck {
    /** With so many, the mover works with as many files and data connections at once as it ever does, and with enough of REST. */
    private static final long ENOUGH = 16_384;

    private static final long FEW = 1_024;
    private static final Pattern LIMIT = Pattern.compile("(?m)^Max open files +(\\S+) +(\\S+)");

    @Override
    public String id() {
        return "open-files";
    }

    @Override
    public String subject() {
        return "process";
    }

    @Override
    public HostFinding look() throws IOException {
        Matcher limits = LIMIT.matcher(tree.proc("self/limits"));
        if (!limits.find()) return HostFinding.unknown("/proc/self/limits does not name open files");
        if (limits.group(1).equals("unlimited")) return HostFinding.ok("no limit of open files");
        long limit = Long.parseLong(limits.group(1));
        String found = "this process may open " + Units.count(limit) + " files";
        if (limit >= ENOUGH) return HostFinding.ok(found);
        String change = "LimitNOFILE=65536 in the unit of mover-server, or 'ulimit -n 65536' before it starts.";
        String fewer = found + ": it works with fewer files and connections at once";
        return limit < FEW ? HostFinding.problem(fewer, change) : HostFinding.advice(fewer, change);
    }
}
