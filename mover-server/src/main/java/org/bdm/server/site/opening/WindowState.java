package org.bdm.server.site.opening;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.site.LinkWindows;
import org.jspecify.annotations.Nullable;

/**
 * The state of the windows of one link, for those who look.
 *
 * @param isOpen whether one of them is open
 * @param changesAt when the link opens or closes next by them; null if it never closes
 */
public record WindowState(boolean isOpen, @Nullable Instant changesAt) {
    private static final int WINDOWS_MAX = 20;
    private static final SiteName ANY = new SiteName("any");

    /** At this time. */
    public static WindowState of(LinkWindows windows, Instant at) {
        PlaceRules only = new PlaceRules(ANY, List.of(windows), List.of(), List.of());
        Instant opens = only.opensAfter(windows.source(), at);
        return opens == null
                ? new WindowState(true, only.closesAfter(windows.source(), at))
                : new WindowState(false, opens);
    }

    /**
     * Returns windows in their normal form.
     *
     * @throws MoverException INVALID_REQUEST with the mistake in one of them, or if there are none, or more than 20
     */
    public static List<String> normal(List<String> windows) {
        if (windows.isEmpty() || windows.size() > WINDOWS_MAX) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, windows.size() + " windows are given; a link has 1 to " + WINDOWS_MAX);
        }
        List<String> normal = new ArrayList<>();
        for (String window : windows) {
            String text = WeeklyWindow.parse(window).toString();
            if (!normal.contains(text)) normal.add(text);
        }
        return normal;
    }
}
