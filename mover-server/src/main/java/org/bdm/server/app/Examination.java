package org.bdm.server.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.FileSystemTraits;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.store.object.ReadingProbe;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.doctor.ExaminedBucket;
import org.bdm.server.doctor.ExaminedDirectory;
import org.bdm.server.doctor.ExaminedNode;
import org.bdm.server.doctor.ExaminedPlaces;
import org.bdm.server.site.access.LocalExports;

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
                new ExaminedPlaces(directories(settings, made.exports()), buckets(made.exports())),
                made.node().clock(),
                settings.sharesCatalog() ? Optional.of(databaseClock) : Optional.empty()));
    }

    private static List<ExaminedDirectory> directories(ServerSettings settings, LocalExports exports) {
        List<ExaminedDirectory> directories = new ArrayList<>(List.of(ExaminedDirectory.home(settings.home())));
        for (ExportSetting export : settings.exports()) {
            ExaminedDirectory directory =
                    ExaminedDirectory.export(export.name().value(), export.directory(), export.writable());
            directories.add(
                    export.writable() ? directory.written(() -> found(exports.find(export.name()))) : directory);
        }
        return directories;
    }

    private static List<ExaminedBucket> buckets(LocalExports exports) {
        List<ExaminedBucket> buckets = new ArrayList<>();
        for (LocalExports.Export export : exports.all()) {
            if (export.store() instanceof ObjectStore store)
                buckets.add(new ExaminedBucket("export " + export.name(), () -> reading(store)));
        }
        return buckets;
    }

    private static ExaminedBucket.ReadingFound reading(ObjectStore store) {
        ReadingProbe.Found found = ReadingProbe.of(store);
        return new ExaminedBucket.ReadingFound(found.kept(), found.lacking(), found.missed());
    }

    private static ExaminedDirectory.WritingFound found(LocalExports.Export export) {
        MoverException problem = export.problem();
        FileSystemTraits traits = export.store().abilities().traits();
        return new ExaminedDirectory.WritingFound(
                problem == null ? null : problem.detail(), traits.placed(), traits.lost());
    }
}
