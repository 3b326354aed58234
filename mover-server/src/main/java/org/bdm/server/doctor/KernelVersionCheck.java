package org.bdm.server.doctor;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at the version of the kernel. Exports need openat2, which Linux has since 5.6. */
record KernelVersionCheck(HostTree tree) implements HostCheck {
    private static final Pattern NUMBERS = Pattern.compile("^([0-9]+)\\.([0-9]+)");
    private static final int MAJOR = 5;
    private static final int MINOR = 6;

    @Override
    public String id() {
        return "kernel-version";
    }

    @Override
    public HostFinding look() throws IOException {
        String release = tree.setting("kernel.osrelease");
        String found = "Linux " + release;
        Matcher numbers = NUMBERS.matcher(release);
        if (!numbers.find()) return HostFinding.unknown(found);
        int major = Integer.parseInt(numbers.group(1));
        boolean isOld = major < MAJOR || (major == MAJOR && Integer.parseInt(numbers.group(2)) < MINOR);
        if (!isOld) return HostFinding.ok(found);
        return HostFinding.advice(
                found + ": older than 5.6; distributions with long support may have added what is missing",
                "Upgrade to a distribution of 2020 or later when it can be planned.");
    }
}
