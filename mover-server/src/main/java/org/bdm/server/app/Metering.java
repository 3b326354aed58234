package org.bdm.server.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.bdm.server.metrics.MeterAssembly;
import org.bdm.server.metrics.MeteredServer;
import org.bdm.server.metrics.ScrapedMeters;

/** The meters of this process, of the parts that its roles have. */
final class Metering {
    private Metering() {}

    /**
     * Meters the parts of a server.
     *
     * @param attention the number of items that need a person, by code; used with the role control only
     */
    static ScrapedMeters of(WebServer.Parts made, NodeRoles roles, Supplier<Map<String, Integer>> attention) {
        WebServer.Node node = made.node();
        return MeterAssembly.of(new MeteredServer(
                new MeteredServer.Identity(
                        node.site().name().value(),
                        made.catalog().nodes().own(),
                        node.api().version(),
                        roles.toString()),
                made.catalog(),
                new MeteredServer.Work(made.live(), made.callers().contacts(), made.exports()),
                roles.doesData() ? Optional.of(data(made)) : Optional.empty(),
                new MeteredServer.Upkeep(node.backups(), node.events()),
                roles.doesControl() ? Optional.of(attention) : Optional.empty(),
                new MeteredServer.Environment(threads(), node.clock(), System::nanoTime)));
    }

    private static MeteredServer.Data data(WebServer.Parts made) {
        DataPlane plane = made.node().data();
        return new MeteredServer.Data(
                plane.cache(), List.of(plane.receiving, plane.sending), plane.view(), made.web()::nodes);
    }

    /** As many as there are figures at most: of each one reading is under way at a time. None while nobody scrapes. */
    private static ExecutorService threads() {
        return Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "metrics");
            thread.setDaemon(true);
            return thread;
        });
    }
}
