package org.bdm.server.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Objects;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.attention.Attention;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.discovery.event.EventCounts;
import org.bdm.server.discovery.event.MessageStream;
import org.bdm.server.extension.Extensions;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.rate.MovedSamples;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerTrust;
import org.bdm.server.site.access.SiteCalls;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.JobRemovals;
import org.bdm.server.upkeep.SubscribedEvents;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** REST and web UI: a Spring context around parts that were made before it. */
final class WebServer {
    private final ConfigurableApplicationContext context;
    private final String url;

    private WebServer(ConfigurableApplicationContext context, String url) {
        this.context = context;
        this.url = url;
    }

    /** The parts of the server that the web side uses. */
    record Parts(
            Catalog catalog,
            JobScheduler scheduler,
            LocalExports exports,
            Replicas replicas,
            SubmissionParts submission,
            SourceConnections sources,
            WebSources web,
            LiveJobs live,
            MovedSamples moved,
            Callers callers,
            JobRemovals removals,
            Node node) {
        LinkFlows links() {
            return moved.links();
        }

        /** Lists what needs a person. */
        Attention attention(ServerSettings settings) {
            AuditTrail audit = new AuditTrail(catalog, node.clock());
            return new Attention(
                    catalog,
                    node.backups(),
                    audit,
                    settings.keepAcknowledgements(),
                    node.clock(),
                    exports::names,
                    exports);
        }

        /** Takes what people ask about handovers. */
        HandoverOrders handovers() {
            return new HandoverOrders(catalog, replicas.carriers(), submission.resolver(), exports, node.site());
        }

        /** Delivers events to hooks. */
        HookDelivery hooks(ServerSettings settings, Extensions extensions) {
            return new HookDelivery(
                    catalog, node.site().name(), settings.hooks(), extensions, node.clock(), node.random());
        }

        /** Opens a stream of events. */
        MessageStream events(EventStream stream, Extensions extensions) {
            SubscribedEvents subscribed = new SubscribedEvents(catalog, submission.subscribed());
            return stream.open(extensions, catalog, submission.resolver(), subscribed, node.events());
        }
    }

    /** Credentials of callers, and what is known of other sites. */
    record Callers(
            AccessTokens tokens,
            AuditSeals seals,
            Pairing pairing,
            PeerContacts contacts,
            PeerTrust trust,
            SiteCalls calls,
            CallDesk desk) {}

    /** The identity of this node, its data plane, the backups of its catalog, and what it reads of the event stream. */
    record Node(
            OwnSite site,
            SiteNodes nodes,
            NodeCredentials credentials,
            ApiSettings api,
            Backups backups,
            Clock clock,
            SecureRandom random,
            DataPlane data,
            EventCounts events) {}

    /** The server of a context that was refreshed. */
    static WebServer of(ServerSettings settings, ConfigurableApplicationContext context) {
        int port = Objects.requireNonNull(
                        ((ServletWebServerApplicationContext) context).getWebServer(), "no web server")
                .getPort();
        String scheme = settings.httpsFor() == ServerSettings.Https.OFF ? "http" : "https";
        String host = settings.hostOfHttp();
        return new WebServer(context, scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    }

    String url() {
        return url;
    }

    /** The line that says that the server serves, and where. */
    String readyLine(ServerSettings settings, OwnSite site) {
        boolean doesData = settings.roles().doesData();
        String security = settings.takesPlainData() ? "plain" : "tls";
        return "ready site=" + site.name() + " url=" + url + " data=" + (doesData ? site.dataAddress() : "-")
                + " home=" + settings.home() + " fingerprint=" + site.node()
                + (doesData ? " data-security=" + security : "") + " roles=" + settings.roles()
                + (settings.isDemo() ? " demo=true" : "")
                + " pid=" + ProcessHandle.current().pid()
                + (settings.isDemo() ? demoLine(settings) : "");
    }

    private String demoLine(ServerSettings settings) {
        return System.lineSeparator() + "demo data, nothing of it is real: open " + url
                + " and log in with the token in " + settings.home().resolve("admin.token");
    }

    void stop() {
        context.close();
    }
}
