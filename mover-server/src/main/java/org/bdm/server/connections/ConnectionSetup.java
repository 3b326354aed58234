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
     */
    public static void apply(
            TomcatServletWebServerFactory factory,
            WebConnections connections,
            RequestShares shares,
            Refusals refusals,
            String alive) {
        factory.setProtocol(WatchedProtocol.class.getName());
        factory.addConnectorCustomizers(
                connector -> ((WatchedProtocol) connector.getProtocolHandler()).watch(connections));
        factory.addEngineValves(new ConnectionValve(connections, shares, refusals, alive));
        factory.addContextCustomizers(context -> {
            StandardHost host = (StandardHost) context.getParent();
            host.setErrorReportValveClass("");
            host.getPipeline().addValve(new ProblemReportValve(refusals));
        });
    }
}
