package org.bdm.server.app;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.bdm.core.fault.MoverException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the process when its catalog stops acknowledging, or is no longer its own. */
final class CatalogLoss {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogLoss.class);
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

    private CatalogLoss() {}

    /** Going on would promise what cannot be kept. Who waits for an answer still gets it: 503. */
    static void end(MoverException reason) {
        try {
            LOG.error("the catalog is lost, the process ends: {}", reason.sentence());
            System.err.println("mover-server: " + reason.code() + ": " + reason.sentence());
            Thread end = new Thread(
                    () -> {
                        LockSupport.parkNanos(LAST_ANSWERS.toNanos());
                        Runtime.getRuntime().halt(ServerExit.CATALOG_LOST.number());
                    },
                    "catalog-lost");
            end.start();
        } catch (Error e) {
            Runtime.getRuntime().halt(ServerExit.CATALOG_LOST.number());
        }
    }
}
