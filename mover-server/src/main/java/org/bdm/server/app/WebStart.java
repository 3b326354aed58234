package org.bdm.server.app;

import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.server.api.ApiConfiguration;
import org.bdm.server.api.DataNodeConfiguration;
import org.bdm.server.api.TracedRequests;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.attention.Attention;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.connections.DownloadLimits;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.extension.Extensions;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.rate.MovedSamples;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.SiteTrees;
import org.bdm.server.job.submit.SubmissionRules;
import org.bdm.server.machine.HostLoad;
import org.bdm.server.metrics.ScrapedMeters;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.SiteCalls;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.site.dataport.SendingShares;
import org.bdm.server.site.oidc.OidcLogins;
import org.bdm.server.site.oidc.OidcSettings;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.support.BundlePart;
import org.bdm.server.support.KnownSecrets;
import org.bdm.server.support.SecretFiles;
import org.bdm.server.support.SettingsPart;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.JobRemovals;
import org.bdm.server.upkeep.Purging;
import org.bdm.server.upkeep.SubscriptionJobs;
import org.bdm.server.upkeep.SubscriptionRuns;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ResourceLoader;

/**
 * The web server while the rest of the node is still being made. Spring reads its configuration in a thread of its own, which is half of its
 * start, and waits where it needs the first part. It opens no port and writes no file before all parts are there.
 */
final class WebStart {
    private static final BeanDefinitionCustomizer KEPT = bean -> bean.setDestroyMethodName("");

    private final ServerSettings settings;
    private final Extensions extensions;
    private final @Nullable ObservationRegistry traced;
    private final Optional<OidcSettings> oidc;
    private final CompletableFuture<WebServer.Parts> parts = new CompletableFuture<>();
    private final CompletableFuture<ConfigurableApplicationContext> context = new CompletableFuture<>();

    private WebStart(ServerSettings settings, Extensions extensions, @Nullable ObservationRegistry traced) {
        this.settings = settings;
        this.extensions = extensions;
        this.traced = traced;
        this.oidc = settings.oidc();
    }

    /**
     * Begins; to be ended by {@link #finish} or {@link #abandon}.
     *
     * @param traced what is told of the requests; null if nothing is
     */
    static WebStart begin(
            ServerSettings settings,
            Extensions extensions,
            HomeDirectory home,
            @Nullable ObservationRegistry traced,
            Map<String, String> environment) {
        keepLogging();
        WebStart start = new WebStart(settings, extensions, traced);
        // Not a daemon: threads that Spring and Tomcat make take that from it.
        new Thread(() -> start.run(home, environment), "web-start").start();
        return start;
    }

    /** Spring would reset the logging while other threads log, and lose their lines; so this does what it would do besides. */
    private static void keepLogging() {
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        if (SLF4JBridgeHandler.isInstalled()) return;
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install(); // Tomcat logs with java.util.logging
    }

    private void run(HomeDirectory home, Map<String, String> environment) {
        try {
            context.complete(application(home, environment).run());
        } catch (Throwable e) { // whoever calls finish() gets it
            context.completeExceptionally(e);
        }
    }

    private SpringApplicationBuilder application(HomeDirectory home, Map<String, String> environment) {
        Class<?> served = settings.roles().doesControl() ? ApiConfiguration.class : DataNodeConfiguration.class;
        return new Abandonable(served, parts)
                .web(WebApplicationType.SERVLET)
                .registerShutdownHook(false)
                .logStartupInfo(false)
                .properties(properties(settings, home))
                .initializers(created -> {
                    if (parts.isCompletedExceptionally()) throw new SpringApplication.AbandonedRunException();
                    register((GenericApplicationContext) created);
                    registerMeters((GenericApplicationContext) created);
                    registerTraces((GenericApplicationContext) created);
                    registerDoctor((GenericApplicationContext) created, home, environment);
                    openWithParts(home.temporary(), (GenericApplicationContext) created);
                });
    }

    /**
     * Hands over what the web server works with, and waits until it serves.
     *
     * @throws MoverException ALREADY_RUNNING if its port is in use
     */
    WebServer finish(WebServer.Parts made) {
        parts.complete(made);
        try {
            return WebServer.of(settings, context.join());
        } catch (CompletionException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof PortInUseException inUse) throw portInUse(inUse);
            }
            if (e.getCause() instanceof RuntimeException known) throw known;
            if (e.getCause() instanceof Error known) throw known;
            throw e;
        }
    }

    private MoverException portInUse(PortInUseException e) {
        return new MoverException(
                ErrorCode.ALREADY_RUNNING,
                "port " + e.getPort() + " of " + settings.bind() + " is in use; choose another with --port",
                e);
    }

    /** Ends what was begun, and waits for it, when the node refuses to start; without effect after {@link #finish}. */
    void abandon() {
        if (!parts.cancel(false)) return;
        context.handle((unused, abandoned) -> null).join();
    }

    /** A node that refuses to start has a reason of its own; that the web server could not go on is none, and is not logged. */
    private static final class Abandonable extends SpringApplicationBuilder {
        private final CompletableFuture<WebServer.Parts> parts;

        Abandonable(Class<?> served, CompletableFuture<WebServer.Parts> parts) {
            super(served);
            this.parts = parts;
        }

        @Override
        protected SpringApplication createSpringApplication(@Nullable ResourceLoader loader, Class<?>... sources) {
            return new SpringApplication(loader, sources) {
                @Override
                protected void refresh(ConfigurableApplicationContext context) {
                    try {
                        super.refresh(context);
                    } catch (RuntimeException e) {
                        throw parts.isCompletedExceptionally() ? new AbandonedRunException(context) : e;
                    }
                }
            };
        }
    }

    /**
     * Opens the port only with all parts. Tomcat wants a directory of documents; the one it makes itself, nothing deletes after a kill. This one
     * stays empty.
     */
    private void openWithParts(Path temporary, GenericApplicationContext context) {
        WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> customizer = factory -> {
            parts.join();
            factory.setDocumentRoot(temporary.resolve("documents").toFile());
        };
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

    private void register(GenericApplicationContext context) {
        register(context, Catalog.class, WebServer.Parts::catalog, KEPT);
        register(context, JobScheduler.class, WebServer.Parts::scheduler, KEPT);
        register(context, LocalExports.class, WebServer.Parts::exports);
        register(context, ServedExports.class, made -> new ServedExports(made.exports(), settings.httpExports()));
        register(context, JobRemovals.class, WebServer.Parts::removals, KEPT);
        register(context, HoldingRecords.class, made -> made.replicas().holdings());
        register(context, HoldingSurveys.class, made -> made.replicas().surveys(), KEPT);
        register(context, Purging.class, made -> made.replicas().purging(), KEPT);
        register(context, Backups.class, made -> made.node().backups(), KEPT);
        register(context, HookDelivery.class, made -> made.hooks(settings, extensions));
        register(context, Attention.class, made -> made.attention(settings));
        register(context, HoldingPolicies.class, made -> made.replicas().policies());
        register(context, Federation.class, made -> made.replicas().federation());
        register(context, StacTransactions.class, made -> made.replicas().catalogs());
        register(context, SubmissionRules.class, made -> made.submission().rules());
        register(context, DatasetResolver.class, made -> made.submission().resolver());
        register(context, HandoverOrders.class, WebServer.Parts::handovers);
        register(context, HeldFiles.class, made -> made.submission().held());
        register(context, SiteTrees.class, made -> made.submission().trees());
        register(context, ReplicaJobs.class, made -> made.submission().jobs());
        register(context, SubscriptionJobs.class, made -> made.submission().subscribed());
        register(context, SubscriptionRuns.class, made -> made.submission().runs(), KEPT);
        registerSites(context);
        context.registerBean(Extensions.class, () -> extensions);
        context.registerBean(HostLoad.class, () -> new HostLoad(extensions));
    }

    private void registerSites(GenericApplicationContext context) {
        register(context, SourceConnections.class, WebServer.Parts::sources);
        register(context, WebSources.class, WebServer.Parts::web, KEPT);
        register(context, Pairing.class, made -> made.callers().pairing());
        register(context, SizeLimits.class, made -> settings.campaignLimits());
        register(context, DownloadLimits.class, made -> settings.downloadLimits());
        register(context, SiteCalls.class, made -> made.callers().calls(), KEPT);
        register(context, CallDesk.class, made -> made.callers().desk(), KEPT);
        register(context, PeerContacts.class, made -> made.callers().contacts());
        register(context, OwnSite.class, made -> made.node().site());
        register(context, SiteNodes.class, made -> made.node().nodes());
        register(context, LiveJobs.class, WebServer.Parts::live);
        register(context, LinkFlows.class, WebServer.Parts::links);
        register(context, SendingShares.class, made -> made.node().data().shares());
        register(context, MovedSamples.class, WebServer.Parts::moved);
        register(context, Openings.class, made -> made.node().data().openings);
        register(context, AccessTokens.class, made -> made.callers().tokens());
        register(
                context,
                OidcLogins.class,
                made -> new OidcLogins(
                        oidc,
                        extensions,
                        made.callers().tokens(),
                        made.node().clock(),
                        made.node().random()));
        register(context, AuditSeals.class, made -> made.callers().seals());
        register(context, ApiSettings.class, made -> made.node().api());
        register(context, NodeCredentials.class, made -> made.node().credentials());
        register(context, Clock.class, made -> made.node().clock());
        register(context, SecureRandom.class, made -> made.node().random());
    }

    private void registerMeters(GenericApplicationContext context) {
        Supplier<Map<String, Integer>> attention =
                () -> context.getBean(Attention.class).openByCode();
        register(context, ScrapedMeters.class, made -> Metering.of(made, settings.roles(), attention));
    }

    private void registerTraces(GenericApplicationContext context) {
        ObservationRegistry told = traced;
        if (told == null) return;
        told.observationConfig().observationPredicate(TracedRequests::test);
        context.registerBean(ObservationRegistry.class, () -> told);
    }

    private void registerDoctor(
            GenericApplicationContext context, HomeDirectory home, Map<String, String> environment) {
        register(context, Doctor.class, made -> Examination.of(made, settings));
        context.registerBean(KnownSecrets.class, () -> secrets(home, environment));
        context.registerBean("settingsPart", BundlePart.class, () -> SettingsPart.of(settings.options(), environment));
    }

    private KnownSecrets secrets(HomeDirectory home, Map<String, String> environment) {
        ServerOptions options = settings.options();
        List<Path> files = new ArrayList<>(List.of(home.adminToken(), home.nodeKey()));
        settings.secretFiles().stream()
                .map(SecretFile::path)
                .filter(file -> !file.equals(options.kafkaSettings)) // whose addresses are no secrets
                .forEach(files::add);
        return new SecretFiles(files, options.kafkaSettings, environment.get("BDM_CATALOG_PASSWORD"));
    }

    private <T> void register(
            GenericApplicationContext context,
            Class<T> type,
            Function<WebServer.Parts, T> part,
            BeanDefinitionCustomizer... customizers) {
        context.registerBean(type, () -> part.apply(parts.join()), customizers);
    }
}
