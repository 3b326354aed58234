package org.bdm.server.api;

import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.carrier.CarrierOptions;
import org.bdm.server.carrier.CarrierParts;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.doctor.ExaminedDirectory;
import org.bdm.server.doctor.ExaminedNode;
import org.bdm.server.doctor.ExaminedPlaces;
import org.bdm.server.extension.Extensions;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.hook.HookSettings;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import picocli.CommandLine;

/** Parts of a server that API tests need and do not look at. */
final class TestParts {
    private TestParts() {}

    static Doctor doctor(Path home, Clock clock) {
        return Doctor.of(new ExaminedNode(
                InetAddress.getLoopbackAddress(),
                1,
                "auto",
                1 << 20,
                new ExaminedPlaces(List.of(ExaminedDirectory.home(home))),
                clock,
                Optional.empty()));
    }

    static HandoverOrders handovers(Catalog catalog, DatasetResolver resolver, LocalExports exports, OwnSite own) {
        CarrierOptions options = new CarrierOptions();
        new CommandLine(options).parseArgs("--carrier", "by-hand=batch,export=data,path=/replica");
        CarrierParts parts = new CarrierParts(new AddressGuard(List.of()), Clock.systemUTC(), new SecureRandom());
        return new HandoverOrders(catalog, options.of(Map.of(), parts), resolver, exports, own);
    }

    static HookDelivery hooks(Catalog catalog, Path home, Clock clock, RandomGenerator random) {
        HookSettings settings = new HookSettings(new AddressGuard(List.of()), Map.of(), home, Optional.empty());
        return new HookDelivery(catalog, new SiteName("here"), settings, Extensions.ofThisProcess(), clock, random);
    }
}
