package org.bdm.server;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeKey;
import org.bdm.server.access.AccessTokens;
import org.bdm.server.access.AuditSeals;
import org.bdm.server.access.LocalExports;
import org.bdm.server.access.OwnSite;
import org.bdm.server.access.Pairing;
import org.bdm.server.access.PeerContacts;
import org.bdm.server.access.SourceConnections;
import org.bdm.server.access.WebSources;
import org.bdm.server.api.ApiConfiguration;
import org.bdm.server.api.ApiSettings;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.discovery.Federation;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.progress.LiveJobs;
import org.bdm.server.replicas.HoldingRecords;
import org.bdm.server.replicas.HoldingSurveys;
import org.bdm.server.scheduler.JobScheduler;
import org.bdm.server.scheduler.SettingsJson;
import org.bdm.server.serving.ServedExports;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.Purging;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** REST and web UI: a Spring context around parts that were made before it. */
final class WebServer {
    private final ConfigurableApplicationContext context;
    private final String url;

    private WebServer(ConfigurableApplicationContext context, String url) {
        this.context = context;
        this.url = url;
    }

    /** What the web side uses of the rest. */
    record Parts(
            Catalog catalog,
            JobScheduler scheduler,
            LocalExports exports,
            ServedExports served,
            Replicas replicas,
            SourceConnections sources,
            WebSources web,
            Pairing pairing,
            PeerContacts contacts,
            OwnSite site,
            LiveJobs live,
            AccessTokens tokens,
            AuditSeals seals,
            ApiSettings api,
            NodeKey key,
            Clock clock,
            SecureRandom random) {}

    /** What is known of copies of datasets, and how more is found out. */
    record Replicas(
            Federation federation,
            StacTransactions catalogs,
            HoldingRecords holdings,
            HoldingSurveys surveys,
            Purging purging,
            HoldingPolicies policies) {}

    static WebServer start(ServerSettings settings, HomeDirectory home, Parts parts) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(ApiConfiguration.class)
                .web(WebApplicationType.SERVLET)
                .registerShutdownHook(false)
                .logStartupInfo(false)
                .properties(properties(settings, home))
                .initializers(context -> {
                    register((GenericApplicationContext) context, parts);
                    keepBelow(home.temporary(), (GenericApplicationContext) context);
                });
        try {
            ConfigurableApplicationContext context = application.run();
            int port = Objects.requireNonNull(
                            ((ServletWebServerApplicationContext) context).getWebServer(), "no web server")
                    .getPort();
            String scheme = settings.httpsFor() == ServerSettings.Https.OFF ? "http" : "https";
            String host = settings.bind().getHostAddress();
            return new WebServer(context, scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        } catch (PortInUseException e) {
            throw new MoverException(
                    ErrorCode.ALREADY_RUNNING,
                    "port " + e.getPort() + " of " + settings.bind() + " is in use; choose another with --port",
                    e);
        }
    }

    /** Tomcat wants a directory of documents; the one it makes itself, nothing deletes after a kill. It stays empty. */
    private static void keepBelow(Path temporary, GenericApplicationContext context) {
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> customizer = factory ->
                factory.setDocumentRoot(temporary.resolve("documents").toFile());
        context.registerBean("documentRoot", WebServerFactoryCustomizer.class, () -> customizer);
    }

    private static Map<String, Object> properties(ServerSettings settings, HomeDirectory home) {
        Map<String, Object> properties = new HashMap<>(ApiConfiguration.PROPERTIES);
        properties.put("server.address", settings.bind().getHostAddress());
        properties.put("server.port", settings.port());
        properties.put("spring.main.banner-mode", "off");
        properties.put(
                "server.tomcat.max-connections", ProcessLimits.ofThisProcess().webConnections());
        properties.put(
                "server.tomcat.basedir", home.temporary().resolve("tomcat").toString());
        switch (settings.httpsFor()) {
            case OFF -> properties.put("server.ssl.enabled", false);
            case CERTIFICATE -> {
                properties.put("server.ssl.certificate", "file:" + settings.options().tlsCert);
                properties.put("server.ssl.certificate-private-key", "file:" + settings.options().tlsKey);
            }
            case NODE_KEY -> {
                properties.put("server.ssl.certificate", "file:" + home.webCertificate());
                properties.put("server.ssl.certificate-private-key", "file:" + home.nodeKey());
            }
        }
        return properties;
    }

    private static void register(GenericApplicationContext context, Parts parts) {
        context.registerBean(Catalog.class, parts::catalog, bean -> bean.setDestroyMethodName(""));
        context.registerBean(JobScheduler.class, parts::scheduler, bean -> bean.setDestroyMethodName(""));
        context.registerBean(LocalExports.class, parts::exports);
        context.registerBean(ServedExports.class, parts::served);
        context.registerBean(HoldingRecords.class, parts.replicas()::holdings);
        context.registerBean(HoldingSurveys.class, parts.replicas()::surveys, bean -> bean.setDestroyMethodName(""));
        context.registerBean(Purging.class, parts.replicas()::purging, bean -> bean.setDestroyMethodName(""));
        context.registerBean(HoldingPolicies.class, parts.replicas()::policies);
        context.registerBean(Federation.class, parts.replicas()::federation);
        context.registerBean(StacTransactions.class, parts.replicas()::catalogs);
        context.registerBean(SourceConnections.class, parts::sources);
        context.registerBean(WebSources.class, parts::web, bean -> bean.setDestroyMethodName(""));
        context.registerBean(Pairing.class, parts::pairing);
        context.registerBean(PeerContacts.class, parts::contacts);
        context.registerBean(OwnSite.class, parts::site);
        context.registerBean(LiveJobs.class, parts::live);
        context.registerBean(SettingsJson.class, SettingsJson::new);
        context.registerBean(AccessTokens.class, parts::tokens);
        context.registerBean(AuditSeals.class, parts::seals);
        context.registerBean(ApiSettings.class, parts::api);
        context.registerBean(NodeKey.class, parts::key);
        context.registerBean(Clock.class, parts::clock);
        context.registerBean(SecureRandom.class, parts::random);
    }

    String url() {
        return url;
    }

    /** A bean of the context. */
    <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    void stop() {
        context.close();
    }
}
