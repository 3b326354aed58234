package org.bdm.server.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.doctor.ExaminedDirectory;
import org.bdm.server.doctor.ExaminedNode;

/** Tells the doctor which parts of this node to examine. */
final class Examination {
    private Examination() {}

    /** The doctor of this process; examines nothing yet. */
    static Doctor of(WebServer.Parts made, ServerSettings settings) {
        Catalog catalog = made.catalog();
        ProcessLimits limits = ProcessLimits.ofThisProcess();
        Supplier<Instant> databaseClock = () -> catalog.nodes().leaseTime();
        int streams = settings.dataStreams() > 0
                ? settings.dataStreams()
                : settings.sizes().of(NodeSizes.Size.STREAMS);
        return Doctor.of(new ExaminedNode(
                settings.bind(),
                streams,
                settings.congestion().wish(),
                limits.heapBytes() + limits.directBytes(),
                directories(settings),
                made.node().clock(),
                settings.sharesCatalog() ? Optional.of(databaseClock) : Optional.empty()));
    }

    private static List<ExaminedDirectory> directories(ServerSettings settings) {
        List<ExaminedDirectory> directories = new ArrayList<>(List.of(ExaminedDirectory.home(settings.home())));
        for (ExportSetting export : settings.exports()) {
            directories.add(ExaminedDirectory.export(export.name().value(), export.directory(), export.writable()));
        }
        return directories;
    }
}
