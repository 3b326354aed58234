package org.bdm.server.doctor;

import java.io.IOException;
import java.time.Duration;
import org.bdm.core.host.KernelClock;

/** Looks whether a program such as chronyd keeps the clock of the kernel right. */
record KernelClockCheck(Reading<KernelClock> clock) implements HostCheck {
    private static final Duration LARGE_ERROR = Duration.ofSeconds(1);
    private static final String CHANGE =
            "sudo systemctl enable --now chronyd (or systemd-timesyncd), then look at 'chronyc tracking' or 'timedatectl'.";

    @Override
    public String id() {
        return "clock-synchronised";
    }

    @Override
    public HostFinding look() throws IOException {
        KernelClock now;
        try {
            now = clock.read();
        } catch (IOException e) {
            return HostFinding.unknown(
                    "the kernel does not say whether its clock is synchronised: " + e.getMessage(),
                    "Look at 'timedatectl' on the host; a container may not ask.");
        }
        if (!now.isSynchronised()) {
            return HostFinding.problem(
                    "no program keeps the clock right; tickets between sites expire by it, and times in logs mislead",
                    CHANGE);
        }
        String found = "synchronised; the largest error is " + now.errorMax().toMillis() + " ms";
        return now.errorMax().compareTo(LARGE_ERROR) <= 0 ? HostFinding.ok(found) : HostFinding.advice(found, CHANGE);
    }
}
