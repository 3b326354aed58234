package org.bdm.server.app;

import java.io.PrintStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import org.bdm.core.id.NodeId;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.db.LeaseClock;
import org.bdm.server.catalog.db.ServingNode;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditTrail;
import picocli.CommandLine.Command;

/** {@code mover-server token}: a new token of an administrator, for who has the home and no token any more. */
@Command(
        name = "mover-server token",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = "Writes a new administrator's token to HOME/admin.token.",
        footer = "%nExample: mover-server token --home /var/lib/bdm")
final class OfflineTokenCommand extends OfflineCommand implements Callable<Integer> {
    private OfflineTokenCommand(Map<String, String> environment, PrintStream out) {
        super(environment, out);
    }

    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        return execute(new OfflineTokenCommand(environment, out), args, out, err);
    }

    @Override
    public Integer call() {
        return offline(home -> {
            Clock clock = Clock.systemUTC();
            SecureRandom random = new SecureRandom();
            home.requireKey();
            NodeKey key = NodeKey.loadOrCreate(home.nodeKey(), clock, random);
            CatalogSettings settings = settings(home, key.node(), clock);
            try (Catalog catalog = Catalog.open(location(), settings)) {
                long number = Durable.await(new AccessTokens(catalog, clock, random).createAdmin(home::writeAdminToken))
                        .token()
                        .number();
                new AuditTrail(catalog, clock).note("offline", "CREATE_TOKEN", "token-" + number, "OK", "", "");
                return told("token-" + number + " of an administrator is in " + home.adminToken()
                        + "; revoke the lost one with 'bdm-client token revoke'");
            }
        });
    }

    private CatalogSettings settings(HomeDirectory home, NodeId node, Clock clock) {
        ServingNode serving = ServingNode.ofHome(node, node, location().isPostgreSql(), home.directory());
        LeaseClock leases = location().isPostgreSql() ? LeaseClock.ofDatabase() : LeaseClock.ofProcess(clock);
        return new CatalogSettings(serving, false, clock, leases, CatalogSettings.PATIENCE, lost -> {});
    }
}
