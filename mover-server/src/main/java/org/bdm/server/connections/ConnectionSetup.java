package org.bdm.server.connections;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;

/** Puts the counting, the limits and the refusals of this package into Tomcat. */
public final class ConnectionSetup {
    private ConnectionSetup() {}

    /**
     * Changes how the next server is made.
     *
     * @param alive path of the question whether the process lives
     * @param files begin of the addresses of files, whose names are bytes
     */
    public static void apply(
            TomcatServletWebServerFactory factory,
            WebConnections connections,
            RequestShares shares,
            Refusals refusals,
            String alive,
            String files) {
        factory.setProtocol(WatchedProtocol.class.getName());
        factory.addConnectorCustomizers(connector -> {
            WatchedProtocol protocol = (WatchedProtocol) connector.getProtocolHandler();
            protocol.watch(connections);
            protocol.handTo(new BytePathAdapter(connector, files));
        });
        factory.addEngineValves(new ConnectionValve(connections, shares, refusals, alive));
        factory.addContextCustomizers(context -> {
            StandardHost host = (StandardHost) context.getParent();
            host.setErrorReportValveClass("");
            host.getPipeline().addValve(new ProblemReportValve(refusals));
        });
    }
}
