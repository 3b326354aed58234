package org.bdm.core.control.link;

import java.util.List;

/**
 * Sets the windows of one link, in place of earlier ones.
 *
 * @param windows 1 to 20 windows, each with days, begin, end and zone; an end before the begin is on the next day. Such as {@code ['Mon-Fri
 * 18:00-06:00 Europe/Berlin']}.
 */
public record SetLinkWindows(List<String> windows) {
    /** An absent list is an empty one. */
    public SetLinkWindows {
        windows = windows == null ? List.of() : List.copyOf(windows);
    }
}
