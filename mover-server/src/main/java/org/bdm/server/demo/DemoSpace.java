package org.bdm.server.demo;

import java.util.Map;
import org.bdm.core.id.ExportName;
import org.bdm.server.site.access.LocalExports.Space;

/** Gives the space of the exports, which are at nodes that do not exist; the jobs that wait for space say the same. */
public final class DemoSpace {
    private static final double TIB = 1L << 40;

    private DemoSpace() {}

    /** Returns it by the name of the export. */
    public static Map<ExportName, Space> ofExports() {
        return Map.of(
                new ExportName("cmip"), space(12.3, 880),
                new ExportName("cordex"), space(61.7, 240),
                new ExportName("scratch"), space(84.2, 120));
    }

    private static Space space(double freeTib, double totalTib) {
        return new Space((long) (freeTib * TIB), (long) (totalTib * TIB));
    }
}
