package org.bdm.server.api;

import java.time.Clock;
import java.util.Map;
import org.bdm.server.api.campaign.CampaignsResource;
import org.bdm.server.api.campaign.SharedCampaignsResource;
import org.bdm.server.api.dataset.CarriersResource;
import org.bdm.server.api.dataset.CatalogEventsResource;
import org.bdm.server.api.dataset.DatasetsResource;
import org.bdm.server.api.dataset.HandoversResource;
import org.bdm.server.api.dataset.PublicationsResource;
import org.bdm.server.api.dataset.ReplicaSetsResource;
import org.bdm.server.api.dataset.SearchResource;
import org.bdm.server.api.dataset.SubscriptionsResource;
import org.bdm.server.api.holding.CompletenessResource;
import org.bdm.server.api.holding.DisputesResource;
import org.bdm.server.api.holding.ForgottenResource;
import org.bdm.server.api.holding.HoldingsResource;
import org.bdm.server.api.holding.ManifestsResource;
import org.bdm.server.api.holding.MissingFilesResource;
import org.bdm.server.api.holding.PurgesResource;
import org.bdm.server.api.holding.QuarantineResource;
import org.bdm.server.api.holding.ReferencesResource;
import org.bdm.server.api.holding.ScrubResource;
import org.bdm.server.api.holding.SurveysResource;
import org.bdm.server.api.http.ApiDescription;
import org.bdm.server.api.http.QueryNames;
import org.bdm.server.api.http.RequestWatch;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.SettingsResource;
import org.bdm.server.api.http.VisibleJobs;
import org.bdm.server.api.http.WebUi;
import org.bdm.server.api.job.AttentionResource;
import org.bdm.server.api.job.DataNodeWaits;
import org.bdm.server.api.job.DecisionsResource;
import org.bdm.server.api.job.EventFeeds;
import org.bdm.server.api.job.EventViews;
import org.bdm.server.api.job.EventsResource;
import org.bdm.server.api.job.ExplanationViews;
import org.bdm.server.api.job.ForwardedJobs;
import org.bdm.server.api.job.JobBundleParts;
import org.bdm.server.api.job.JobFilesResource;
import org.bdm.server.api.job.JobItemsResource;
import org.bdm.server.api.job.JobPartViews;
import org.bdm.server.api.job.JobRatesResource;
import org.bdm.server.api.job.JobSteeringResource;
import org.bdm.server.api.job.JobStoriesResource;
import org.bdm.server.api.job.JobViews;
import org.bdm.server.api.job.JobWaits;
import org.bdm.server.api.job.JobsResource;
import org.bdm.server.api.job.PlansResource;
import org.bdm.server.api.job.RateViews;
import org.bdm.server.api.job.ReportViews;
import org.bdm.server.api.job.StandingReasons;
import org.bdm.server.api.request.ImportsResource;
import org.bdm.server.api.request.RequestsResource;
import org.bdm.server.api.site.AuditResource;
import org.bdm.server.api.site.BackupsResource;
import org.bdm.server.api.site.BansResource;
import org.bdm.server.api.site.BenchViews;
import org.bdm.server.api.site.BenchesResource;
import org.bdm.server.api.site.DataNodeSettingsResource;
import org.bdm.server.api.site.DataNodesResource;
import org.bdm.server.api.site.ExportsResource;
import org.bdm.server.api.site.FormerLimitsResource;
import org.bdm.server.api.site.HooksResource;
import org.bdm.server.api.site.InvitationsResource;
import org.bdm.server.api.site.LimitViews;
import org.bdm.server.api.site.LimitsResource;
import org.bdm.server.api.site.LinkSources;
import org.bdm.server.api.site.LinkViews;
import org.bdm.server.api.site.LinksResource;
import org.bdm.server.api.site.LoginResource;
import org.bdm.server.api.site.LoginWaysResource;
import org.bdm.server.api.site.MaintenanceResource;
import org.bdm.server.api.site.NodesResource;
import org.bdm.server.api.site.OidcLoginResource;
import org.bdm.server.api.site.PlaceRuleViews;
import org.bdm.server.api.site.RatesResource;
import org.bdm.server.api.site.ReferenceServerResource;
import org.bdm.server.api.site.ServedTreesMapping;
import org.bdm.server.api.site.SiteBundleParts;
import org.bdm.server.api.site.SitesResource;
import org.bdm.server.api.site.StatisticsResource;
import org.bdm.server.api.site.TokensResource;
import org.bdm.server.api.site.UsersResource;
import org.bdm.server.api.site.WindowsResource;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.connections.ConnectionLimits;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.job.plan.PlanForecasts;
import org.bdm.server.job.progress.EndReports;
import org.bdm.server.job.rate.RateHistory;
import org.bdm.server.job.submit.BenchJobs;
import org.bdm.server.job.submit.JobsWithoutItems;
import org.bdm.server.job.submit.PartedSubmissions;
import org.bdm.server.job.submit.ReceivedLists;
import org.bdm.server.job.submit.RepairJobs;
import org.bdm.server.job.submit.RetryJobs;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.look.Looks;
import org.bdm.server.look.Trees;
import org.bdm.server.reference.ReferenceSets;
import org.bdm.server.request.ApprovedRequests;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.serving.ServedDigests;
import org.bdm.server.site.serving.ServedExports;
import org.bdm.server.site.user.Passwords;
import org.bdm.server.site.user.SiteUsers;
import org.bdm.server.site.user.UserLogins;
import org.bdm.server.upkeep.SubscriptionPlans;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * All of the REST interface. The context that imports it has to hold {@link org.bdm.server.catalog.Catalog},
 * {@link org.bdm.server.job.schedule.JobScheduler},
 * {@link org.bdm.server.site.access.LocalExports}, {@link org.bdm.server.discovery.index.Federation}, {@link org.bdm.server.site.access.SourceConnections}, {@link org.bdm.server.site.access.Pairing},
 * {@link OwnSite}, {@link org.bdm.server.site.access.SiteNodes}, {@link ServedExports}, {@link org.bdm.server.discovery.StacTransactions}, {@link org.bdm.server.carrier.HandoverOrders},
 * {@link org.bdm.server.holding.record.HoldingRecords}, {@link org.bdm.server.holding.survey.HoldingSurveys},
 * {@link org.bdm.server.upkeep.Purging}, {@link org.bdm.server.upkeep.Backups}, {@link org.bdm.server.attention.Attention}, {@link org.bdm.server.upkeep.JobRemovals}, {@link org.bdm.server.upkeep.HoldingPolicies}, {@link org.bdm.server.job.submit.SubmissionRules},
 * {@link org.bdm.server.dataset.replica.DatasetResolver}, {@link org.bdm.server.holding.record.HeldFiles}, {@link org.bdm.server.job.submit.SiteTrees},
 * {@link org.bdm.server.job.submit.ReplicaJobs}, {@link org.bdm.server.upkeep.SubscriptionJobs}, {@link org.bdm.server.upkeep.SubscriptionRuns},
 * {@link org.bdm.server.job.progress.LiveJobs}, {@link org.bdm.server.job.limit.LinkFlows}, {@link org.bdm.server.site.dataport.SendingShares}, {@link org.bdm.server.job.rate.MovedSamples}, {@link org.bdm.server.site.opening.Openings}, {@link org.bdm.server.api.http.ApiSettings}, {@link org.bdm.server.doctor.Doctor}, {@link org.bdm.server.support.KnownSecrets}, {@link org.bdm.server.site.access.AccessTokens}, {@link org.bdm.server.site.oidc.OidcLogins}, a {@link java.time.Clock} and a {@link java.security.SecureRandom}; and to be started with {@link #PROPERTIES}.
 */
@Configuration(proxyBeanMethods = false)
@Import({
    ApiDescription.class,
    ApprovedRequests.class,
    AttentionResource.class,
    AuditResource.class,
    BansResource.class,
    BackupsResource.class,
    BenchesResource.class,
    BenchJobs.class,
    BenchViews.class,
    CampaignConfiguration.class,
    CampaignsResource.class,
    CarriersResource.class,
    CatalogEventsResource.class,
    CompletenessResource.class,
    DataNodeWaits.class,
    DataNodesResource.class,
    DataNodeSettingsResource.class,
    DatasetsResource.class,
    DecisionsResource.class,
    DisputesResource.class,
    EndReports.class,
    EventFeeds.class,
    EventViews.class,
    EventsResource.class,
    ExplanationViews.class,
    ExportsResource.class,
    ForwardedJobs.class,
    ForgottenResource.class,
    HandoversResource.class,
    HoldingsResource.class,
    HooksResource.class,
    ImportsResource.class,
    InvitationsResource.class,
    JobFilesResource.class,
    JobItemsResource.class,
    JobRatesResource.class,
    JobSteeringResource.class,
    JobStoriesResource.class,
    JobBundleParts.class,
    JobPartViews.class,
    RateViews.class,
    JobViews.class,
    JobWaits.class,
    JobsWithoutItems.class,
    JobsResource.class,
    FormerLimitsResource.class,
    LimitViews.class,
    LimitsResource.class,
    LinkSources.class,
    LinkViews.class,
    LinksResource.class,
    LoginResource.class,
    LoginWaysResource.class,
    MaintenanceResource.class,
    ManifestsResource.class,
    MissingFilesResource.class,
    NodesResource.class,
    OidcLoginResource.class,
    HttpGround.class,
    Looks.class,
    PlanForecasts.class,
    PlaceRuleViews.class,
    PlansResource.class,
    PartedSubmissions.class,
    PublicationsResource.class,
    PurgesResource.class,
    QuarantineResource.class,
    RateHistory.class,
    RatesResource.class,
    StatisticsResource.class,
    ReceivedLists.class,
    ReferenceServerResource.class,
    ReferencesResource.class,
    RepairJobs.class,
    ReplicaSetsResource.class,
    ReportViews.class,
    RequestsResource.class,
    RetryJobs.class,
    SearchResource.class,
    ServedTreesMapping.class,
    SiteBundleParts.class,
    SitesResource.class,
    SettingsResource.class,
    SharedCampaignsResource.class,
    StandingReasons.class,
    Submitting.class,
    SubscriptionsResource.class,
    ScrubResource.class,
    SurveysResource.class,
    TokensResource.class,
    Trees.class,
    Passwords.class,
    SiteUsers.class,
    UserLogins.class,
    UsersResource.class,
    VisibleJobs.class,
    WebUi.class,
    WindowsResource.class
})
public class ApiConfiguration {
    /** The properties that Spring needs; none is for users. */
    public static final Map<String, Object> PROPERTIES = Map.ofEntries(
            Map.entry("spring.web.resources.add-mappings", "false"),
            Map.entry("spring.mvc.async.request-timeout", "-1"),
            Map.entry("spring.servlet.multipart.enabled", "false"),
            // No form is read here: it would read bodies before anybody knows the caller.
            Map.entry("spring.mvc.formcontent.filter.enabled", "false"),
            Map.entry("spring.web.error.include-stacktrace", "never"),
            Map.entry("spring.web.error.whitelabel.enabled", "false"),
            Map.entry("server.forward-headers-strategy", "none"),
            // Of texts only: an archive is compressed already, and a live feed must not wait in a buffer.
            Map.entry("server.compression.enabled", "true"),
            Map.entry(
                    "server.compression.mime-types",
                    "application/json,application/problem+json,text/html,text/css,text/javascript,image/svg+xml"),
            Map.entry("server.compression.min-response-size", "2KB"),
            Map.entry("server.server-header", ""),
            // A path of 4,096 bytes, escaped twice.
            Map.entry("server.max-http-request-header-size", "64KB"),
            Map.entry("server.tomcat.max-swallow-size", "2MB"),
            Map.entry("server.tomcat.threads.max", String.valueOf(ConnectionLimits.PUBLISHED.threads())),
            Map.entry("server.tomcat.connection-timeout", "20s"),
            Map.entry("server.tomcat.keep-alive-timeout", "30s"),
            // Who downloads thousands of small files keeps the connection.
            Map.entry("server.tomcat.max-keep-alive-requests", "10000"),
            Map.entry("management.endpoints.web.exposure.include", "prometheus"),
            Map.entry("management.endpoints.web.discovery.enabled", "false"));

    @Bean
    ReferenceSets referenceSets(LocalExports exports, Catalog catalog, Looks looks) {
        return new ReferenceSets(exports, new ServedDigests(catalog), looks);
    }

    @Bean
    SubscriptionPlans subscriptionPlans(Federation federation, SizeLimits limits, Clock clock) {
        return new SubscriptionPlans(federation, limits, clock);
    }

    @Bean
    WebMvcConfigurer watchedRequests(RouteRoles routes, AuditTrail audit) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new RequestWatch(routes, audit));
                registry.addInterceptor(new QueryNames());
            }
        };
    }
}
