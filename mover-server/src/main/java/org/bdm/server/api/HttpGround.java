package org.bdm.server.api;

import java.util.concurrent.Executors;
import org.bdm.server.api.http.ApiSecurity;
import org.bdm.server.api.http.AttemptCookie;
import org.bdm.server.api.http.ContainerRefusals;
import org.bdm.server.api.http.ErrorResource;
import org.bdm.server.api.http.HealthResource;
import org.bdm.server.api.http.ProblemAnswers;
import org.bdm.server.api.http.Problems;
import org.bdm.server.api.http.RefusedAccess;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.api.http.SessionCookie;
import org.bdm.server.api.http.VersionResource;
import org.bdm.server.api.site.DoctorParts;
import org.bdm.server.api.site.DoctorResource;
import org.bdm.server.connections.ConnectionLimits;
import org.bdm.server.connections.ConnectionSetup;
import org.bdm.server.connections.DownloadLimits;
import org.bdm.server.connections.RequestShares;
import org.bdm.server.connections.WebConnections;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.AccessTokens;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.FailedLogins;
import org.bdm.server.site.access.LoginSessions;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.ScrapeCallers;
import org.bdm.server.site.serving.ServedAddress;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The part of HTTP that every process has, whatever its role: limits of connections, credentials, problems, health, doctor. */
@Configuration(proxyBeanMethods = false)
@Import({
    ApiSecurity.class,
    AuditTrail.class,
    ContainerRefusals.class,
    DoctorParts.class,
    DoctorResource.class,
    ErrorResource.class,
    FailedLogins.class,
    HealthResource.class,
    JsonMessages.class,
    LoginSessions.class,
    ProblemAnswers.class,
    Problems.class,
    RefusedAccess.class,
    RouteRoles.class,
    SpringParts.class,
    VersionResource.class
})
class HttpGround {
    @Bean
    SubmissionLimits submissionLimits() {
        return SubmissionLimits.PUBLISHED;
    }

    @Bean
    ConnectionLimits connectionLimits() {
        return ConnectionLimits.PUBLISHED;
    }

    @Bean
    RequestShares requestShares(ObjectProvider<DownloadLimits> limits) {
        return new RequestShares(limits.getIfAvailable(() -> DownloadLimits.PUBLISHED));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    WebConnections webConnections(ConnectionLimits limits) {
        return new WebConnections(limits, System::nanoTime);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> boundedConnections(
            WebConnections connections, RequestShares shares, ContainerRefusals refusals) {
        return factory -> ConnectionSetup.apply(
                factory, connections, shares, refusals, HealthResource.ALIVE, ServedAddress.SERVED);
    }

    @Bean(destroyMethod = "close")
    ScrapeCallers scrapeCallers(AccessTokens tokens) {
        return new ScrapeCallers(
                tokens::callerOf,
                Executors.newCachedThreadPool(task -> {
                    Thread thread = new Thread(task, "scrape-token");
                    thread.setDaemon(true);
                    return thread;
                }),
                System::nanoTime);
    }

    @Bean
    SessionCookie sessionCookie(OwnSite own) {
        return new SessionCookie(own.name());
    }

    @Bean
    AttemptCookie attemptCookie(OwnSite own) {
        return new AttemptCookie(own.name());
    }

    @Bean
    JsonMapperBuilderCustomizer strictMessages() {
        return JsonMessages::strict;
    }
}
