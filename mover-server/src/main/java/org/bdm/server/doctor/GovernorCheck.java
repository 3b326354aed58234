package org.bdm.server.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Looks whether the processors run at full frequency: one stream is as fast as one processor. */
record GovernorCheck(HostTree tree) implements HostCheck {
    private static final String PROCESSORS = "devices/system/cpu";

    @Override
    public String id() {
        return "cpu-governor";
    }

    @Override
    public HostFinding look() throws IOException {
        Map<String, Integer> governors = new TreeMap<>();
        for (String name : tree.names(PROCESSORS)) {
            if (!name.matches("cpu[0-9]+")) continue;
            String file = PROCESSORS + "/" + name + "/cpufreq";
            if (tree.names(file).contains("scaling_governor")) {
                governors.merge(tree.sys(file + "/scaling_governor"), 1, Integer::sum);
            }
        }
        if (governors.isEmpty()) {
            return HostFinding.unknown(
                    "this machine shows no CPU governor, as is usual for virtual machines",
                    "On a virtual machine nothing; else look at the power profile in the firmware.");
        }
        List<String> shown = new ArrayList<>();
        governors.forEach((governor, processors) ->
                shown.add(governor + " for " + processors + (processors == 1 ? " processor" : " processors")));
        String found = String.join(", ", shown);
        if (governors.keySet().equals(Set.of("performance"))) return HostFinding.ok(found);
        return HostFinding.advice(
                found, "sudo cpupower frequency-set -g performance, as a unit that runs at each boot.");
    }
}
