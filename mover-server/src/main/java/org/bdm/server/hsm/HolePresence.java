package org.bdm.server.hsm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.Allocation;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;

/**
 * Takes a file for offline that has fewer blocks than its size needs, and in which the file system knows no data at all (SEEK_DATA). Blocks alone
 * say nothing: NetCDF files that were written without fill values and files of compressing file systems have few, and all their data.
 */
final class HolePresence implements PresenceQuestion {
    private final Function<StorePath, Allocation> allocation;

    HolePresence(Function<StorePath, Allocation> allocation) {
        this.allocation = allocation;
    }

    @Override
    public Map<StorePath, Presence> ask(List<StorePath> files) {
        Map<StorePath, Presence> found = new HashMap<>();
        for (StorePath file : files) found.put(file, of(file));
        return found;
    }

    private Presence of(StorePath file) {
        try {
            Allocation there = allocation.apply(file);
            boolean isStub = there.allocatedBytes() < there.size() && !there.hasData();
            return isStub ? Presence.OFFLINE : Presence.ON_DISK;
        } catch (MoverException e) {
            return Presence.ON_DISK; // it cannot be opened: whoever tries is told why
        }
    }
}
