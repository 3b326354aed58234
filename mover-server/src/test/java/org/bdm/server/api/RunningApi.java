package org.bdm.server.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.destination.object.StoreWait;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.server.api.http.ApiSettings;
import org.bdm.server.attention.Attention;
import org.bdm.server.carrier.HandoverOrders;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.TestDatabase;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.holding.HoldingPolicy;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteRelation;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.ConfiguredFederation;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.doctor.Doctor;
import org.bdm.server.extension.Extensions;
import org.bdm.server.holding.record.HeldFiles;
import org.bdm.server.holding.record.HoldingRecords;
import org.bdm.server.holding.survey.HoldingSurveys;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.job.bucket.AskedStores;
import org.bdm.server.job.limit.LinkFlows;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.progress.LiveJobs;
import org.bdm.server.job.rate.MovedSamples;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.ReplicaJobs;
import org.bdm.server.job.submit.SiteTrees;
import org.bdm.server.job.submit.SubmissionRules;
import org.bdm.server.machine.HostLoad;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.LocalExports.Export;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Pairing;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.PeerTrust;
import org.bdm.server.site.access.Role;
import org.bdm.server.site.access.SiteCalls;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.access.SourceConnections;
import org.bdm.server.site.access.WebSources;
import org.bdm.server.site.dataport.SendingShares;
import org.bdm.server.site.oidc.OidcLogins;
import org.bdm.server.site.oidc.OidcSettings;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.site.serving.HttpAccess;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.support.KnownSecrets;
import org.bdm.server.testkit.FakeFederation;
import org.bdm.server.testkit.Offering;
import org.bdm.server.testkit.TestWeb;
import org.bdm.server.upkeep.BackupSettings;
import org.bdm.server.upkeep.Backups;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.JobRemovals;
import org.bdm.server.upkeep.PolicyChoice;
import org.bdm.server.upkeep.Purging;
import org.bdm.server.upkeep.SubscriptionJobs;
import org.bdm.server.upkeep.SubscriptionRuns;
import org.jspecify.annotations.Nullable;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The REST interface on a real port, over a real catalog in a file. No worker runs: jobs stay where they are put. This site is "here", with
 * the exports "data" (writable; over HTTP with a token) and "archive" (over HTTP for all); it is paired with "there", whose export "shared" is a directory of this machine.
 */
final class RunningApi implements AutoCloseable {
    static final NodeId OTHER_NODE = new NodeId("b".repeat(64));
    static final NodeId OWN_NODE = new NodeId("a".repeat(64));
    private static final SiteName HERE = new SiteName("here");

    final Path data;
    final Path archive;
    final Path shared;
    final Catalog catalog;
    final LiveJobs live = new LiveJobs(1);
    final LinkFlows links = new LinkFlows(HERE, 1, () -> 1, System::nanoTime);
    final MovedSamples moved = new MovedSamples(links, Clock.systemUTC());
    final FakeFederation federation = new FakeFederation();
    final PeerContacts contacts = new PeerContacts(Clock.systemUTC());
    final CallDesk desk = new CallDesk(true);
    volatile SiteCalls calls = (to, name, body) -> {
        throw new MoverException(ErrorCode.NOT_ALLOWED, "nothing may be written for this site");
    };
    final AccessTokens tokens;
    final JsonMapper json = JsonMapper.builder().build();
    private final JobRemovals removals;
    final Purging purging;
    private final JobScheduler scheduler;
    private final List<LocalStore> stores;
    private final ConfigurableApplicationContext context;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<Role, String> secrets = new HashMap<>();
    private final int port;

    RunningApi(Path home) {
        this(home, SubmissionLimits.PUBLISHED, false);
    }

    /** Of a site whose people may log in at this issuer. */
    RunningApi(Path home, OidcSettings oidc) {
        this(home, SubmissionLimits.PUBLISHED, false, Optional.of(oidc));
    }

    RunningApi(Path home, SubmissionLimits limits, boolean metricsAreOpen) {
        this(home, limits, metricsAreOpen, Optional.empty());
    }

    /** With what makes the OpenAPI document. */
    static RunningApi describingItself(Path home) {
        return new RunningApi(home, SubmissionLimits.PUBLISHED, false, Optional.empty(), DocumentParts.class);
    }

    /** Returns the OpenAPI document as it follows from the routes and messages. */
    byte[] madeDocument() throws IOException {
        MockHttpServletRequest asked = new MockHttpServletRequest("GET", "/made-openapi.json");
        return context.getBean(OpenApiWebMvcResource.class).openapiJson(asked, asked.getRequestURI(), Locale.ROOT);
    }

    private RunningApi(
            Path home,
            SubmissionLimits limits,
            boolean metricsAreOpen,
            Optional<OidcSettings> oidc,
            Class<?>... alsoParts) {
        Clock clock = Clock.systemUTC();
        SecureRandom random = new SecureRandom();
        data = directory(home, "data");
        archive = directory(home, "archive");
        shared = directory(home, "shared");
        catalog = Offering.at(
                Catalog.open(
                        TestDatabase.preparedBelow(home, OWN_NODE),
                        new CatalogSettings(OWN_NODE, clock, fatal -> fatal.printStackTrace())),
                "data");
        LocalStore writable = LocalStore.openWritable(new ExportRoot(new ExportName("data"), data));
        LocalStore readable = LocalStore.openReadOnly(new ExportRoot(new ExportName("archive"), archive));
        LocalStore remote = LocalStore.openReadOnly(new ExportRoot(new ExportName("shared"), shared));
        stores = List.of(writable, readable, remote);
        LocalExports exports = new LocalExports(List.of(
                new Export(new ExportName("data"), data.toString(), writable),
                new Export(new ExportName("archive"), archive.toString(), readable)));
        ServedExports served = new ServedExports(
                exports,
                Map.of(new ExportName("data"), HttpAccess.TOKEN, new ExportName("archive"), HttpAccess.PUBLIC));
        SourceConnections sources = (site, export, job, prefixes, links) -> {
            if (!export.value().equals("shared")) throw new MoverException(ErrorCode.UNKNOWN_EXPORT, "no " + export);
            return new StoreSource(remote);
        };
        OwnSite own = new OwnSite(HERE, OWN_NODE, "127.0.0.1:1");
        HoldingRecords holdings = new HoldingRecords(catalog, clock);
        HoldingSurveys surveys = new HoldingSurveys(catalog, exports, own, holdings, clock);
        removals = new JobRemovals(catalog, clock);
        AskedStores stores = new AskedStores(catalog, StoreWait.asleep(clock), () -> "0");
        purging = new Purging(catalog, exports, stores, new AuditTrail(catalog, clock));
        HoldingPolicies policies = new HoldingPolicies(
                catalog, exports, PolicyChoice.always(HoldingPolicy.QUARANTINE, HoldingPolicy.KEEP), purging);
        SubmissionRules rules = new SubmissionRules(SizeLimits.STANDARD, clock);
        DatasetResolver resolver = new DatasetResolver(federation, catalog);
        HeldFiles held = new HeldFiles(catalog, exports, clock);
        SiteTrees trees = new SiteTrees(catalog, own, sources);
        ReplicaJobs jobs = new ReplicaJobs(catalog, exports, own, rules, resolver, held, trees);
        JsonMapper.Builder reading = JsonMapper.builder();
        JsonMessages.strict(reading);
        SubscriptionJobs subscribed = new SubscriptionJobs(catalog, jobs, new JsonMessages(reading.build()));
        SubscriptionRuns runs = new SubscriptionRuns(catalog, federation, subscribed, policies, clock);
        PeerTrust trust = new PeerTrust(catalog, HERE, OWN_NODE, clock);
        Pairing pairing = new Pairing(
                catalog,
                exports,
                trust,
                (address, node, request) -> CompletableFuture.completedStage(null),
                own,
                clock,
                random);
        tokens = new AccessTokens(catalog, clock, random);
        scheduler = new JobScheduler(catalog, clock, List.of(), new EndReports(catalog, live)::jsonIfEndedNow);
        pairWithThere(clock);
        context = new SpringApplicationBuilder(ApiConfiguration.class)
                .sources(alsoParts)
                .web(WebApplicationType.SERVLET)
                .registerShutdownHook(false)
                .properties(ApiConfiguration.PROPERTIES)
                .properties(DocumentParts.PROPERTIES)
                .properties(Map.of("server.port", "0", "server.address", "127.0.0.1", "spring.main.banner-mode", "off"))
                .initializers(created -> {
                    GenericApplicationContext beans = (GenericApplicationContext) created;
                    beans.registerBean(Catalog.class, () -> catalog, bean -> bean.setDestroyMethodName(""));
                    beans.registerBean(JobScheduler.class, () -> scheduler, bean -> bean.setDestroyMethodName(""));
                    beans.registerBean(LocalExports.class, () -> exports);
                    beans.registerBean(ServedExports.class, () -> served);
                    beans.registerBean(HoldingRecords.class, () -> holdings);
                    beans.registerBean(HoldingSurveys.class, () -> surveys);
                    beans.registerBean(JobRemovals.class, () -> removals, bean -> bean.setDestroyMethodName(""));
                    beans.registerBean(Purging.class, () -> purging, bean -> bean.setDestroyMethodName(""));
                    beans.registerBean(
                            Backups.class,
                            () -> new Backups(
                                    catalog,
                                    new BackupSettings(home.resolve("backups"), null, null, 7, Long.MAX_VALUE),
                                    new AuditTrail(catalog, clock),
                                    clock));
                    beans.registerBean(
                            Attention.class,
                            () -> new Attention(
                                    catalog,
                                    beans.getBean(Backups.class),
                                    new AuditTrail(catalog, clock),
                                    Attention.KEPT_FOR,
                                    clock,
                                    exports::names));
                    beans.registerBean(HoldingPolicies.class, () -> policies);
                    beans.registerBean(Federation.class, () -> federation);
                    beans.registerBean(SubmissionRules.class, () -> rules);
                    beans.registerBean(DatasetResolver.class, () -> resolver);
                    beans.registerBean(
                            HandoverOrders.class, () -> TestParts.handovers(catalog, resolver, exports, own));
                    beans.registerBean(HeldFiles.class, () -> held);
                    beans.registerBean(SiteTrees.class, () -> trees);
                    beans.registerBean(ReplicaJobs.class, () -> jobs);
                    beans.registerBean(SubscriptionJobs.class, () -> subscribed);
                    beans.registerBean(SubscriptionRuns.class, () -> runs);
                    beans.registerBean(StacTransactions.class, RunningApi::noCatalogs);
                    beans.registerBean(SourceConnections.class, () -> sources);
                    beans.registerBean(Pairing.class, () -> pairing);
                    beans.registerBean(PeerContacts.class, () -> contacts);
                    beans.registerBean(SizeLimits.class, () -> SizeLimits.STANDARD);
                    beans.registerBean(SiteCalls.class, () -> (to, name, body) -> calls.call(to, name, body));
                    beans.registerBean(CallDesk.class, () -> desk);
                    beans.registerBean(OwnSite.class, () -> own);
                    beans.registerBean(SiteNodes.class, () -> new SiteNodes(catalog.nodes()));
                    beans.registerBean(LiveJobs.class, () -> live);
                    beans.registerBean(LinkFlows.class, () -> links);
                    beans.registerBean(
                            SendingShares.class,
                            () -> new SendingShares(
                                    catalog, sent -> {}, () -> Map.of(new SiteName("there"), 4_000_000L), () -> 1));
                    beans.registerBean(MovedSamples.class, () -> moved);
                    beans.registerBean(Openings.class, () -> new Openings(catalog, HERE, clock));
                    beans.registerBean(Extensions.class, Extensions::ofThisProcess);
                    beans.registerBean(HostLoad.class, () -> new HostLoad(Extensions.ofThisProcess()));
                    beans.registerBean(Clock.class, () -> clock);
                    beans.registerBean(SecureRandom.class, () -> random);
                    beans.registerBean(WebSources.class, TestWeb::new);
                    NodeKey key = NodeKey.loadOrCreate(home.resolve("node.key"), clock, random);
                    beans.registerBean(NodeKey.class, () -> key);
                    beans.registerBean(
                            AuditSeals.class, () -> new AuditSeals(catalog, key, home.resolve("audit-seals"), clock));
                    beans.registerBean(AccessTokens.class, () -> tokens);
                    beans.registerBean(
                            OidcLogins.class,
                            () -> new OidcLogins(oidc, Extensions.ofThisProcess(), tokens, clock, random));
                    beans.registerBean(Doctor.class, () -> TestParts.doctor(home, clock));
                    beans.registerBean(HookDelivery.class, () -> TestParts.hooks(catalog, home, clock, random));
                    beans.registerBean(KnownSecrets.class, () -> Set::of);
                    beans.registerBean(
                            ApiSettings.class, () -> new ApiSettings("1.2.3", "abc", metricsAreOpen, null, false));
                    beans.registerBean(
                            "testLimits", SubmissionLimits.class, () -> limits, bean -> bean.setPrimary(true));
                })
                .run();
        port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        for (Role role : Role.values()) {
            secrets.put(
                    role,
                    tokens.create(role.shown() + "-person", EnumSet.of(role), null)
                            .join()
                            .secret());
        }
    }

    private static StacTransactions noCatalogs() {
        return new StacTransactions(
                ConfiguredFederation.of(List.of(), new AddressGuard(List.of()), Clock.systemUTC()),
                new AddressGuard(List.of()),
                "test");
    }

    private void pairWithThere(Clock clock) {
        catalog.sites()
                .put(new Site(
                        new SiteName("there"),
                        OTHER_NODE,
                        "127.0.0.1:2",
                        "https://there.example:8470",
                        SiteRelation.PEER,
                        clock.instant()))
                .join();
    }

    private static Path directory(Path home, String name) {
        try {
            return Files.createDirectories(home.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer. */
    record Answer(HttpResponse<byte[]> response, JsonNode json) {
        int status() {
            return response.statusCode();
        }

        String text(String field) {
            return json.path(field).asString();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String body() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }
    }

    String secret(Role role) {
        return secrets.get(role);
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpClient http() {
        return http;
    }

    Answer get(String path) {
        return send("GET", path, Role.READER, null);
    }

    Answer post(String path, String body) {
        return send("POST", path, Role.ADMIN, body);
    }

    Answer send(String method, String path, @Nullable Role role, @Nullable String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri("/api/v1" + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) request.header("Content-Type", "application/json");
        if (role != null) request.header("Authorization", "Bearer " + secrets.get(role));
        return send(request);
    }

    Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
            boolean isJson =
                    response.headers().firstValue("Content-Type").orElse("").contains("json");
            Answer answer = new Answer(response, isJson ? json.readTree(response.body()) : json.createObjectNode());
            HttpRequest asked = response.request();
            DocumentedAnswers.kept().check(asked.method(), asked.uri().getRawPath(), answer.status(), answer.json());
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder request(String path, Role role) {
        return HttpRequest.newBuilder(uri("/api/v1" + path)).header("Authorization", "Bearer " + secrets.get(role));
    }

    /** Keeps a list as a draft; its id. */
    String draft(String list) {
        Answer kept = send(request("/imports", Role.OPERATOR)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString(list)));
        if (kept.status() != 201) throw new AssertionError(kept.body());
        return kept.text("id");
    }

    HttpRequest.Builder streamed(String path, BodyPublisher body) {
        return request(path, Role.OPERATOR)
                .header("Content-Type", "application/x-ndjson")
                .POST(body);
    }

    <T> T part(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
        removals.close();
        purging.close();
        scheduler.close();
        catalog.close();
        stores.forEach(LocalStore::close);
    }
}
