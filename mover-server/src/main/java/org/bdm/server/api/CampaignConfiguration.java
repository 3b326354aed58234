package org.bdm.server.api;

import java.security.SecureRandom;
import java.time.Clock;
import org.bdm.server.campaign.CampaignJobs;
import org.bdm.server.campaign.CampaignPlans;
import org.bdm.server.campaign.CampaignRuns;
import org.bdm.server.campaign.ForwardAnswers;
import org.bdm.server.campaign.JobForwarding;
import org.bdm.server.campaign.JobLook;
import org.bdm.server.campaign.JobParts;
import org.bdm.server.campaign.JobsOfSites;
import org.bdm.server.campaign.PeerGrants;
import org.bdm.server.campaign.SharedCampaigns;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.SizeLimits;
import org.bdm.server.job.schedule.JobScheduler;
import org.bdm.server.job.submit.RetryJobs;
import org.bdm.server.job.submit.Submitting;
import org.bdm.server.look.Trees;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.CallDesk;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.PeerContacts;
import org.bdm.server.site.access.SiteCalls;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Campaigns, jobs that are passed on to other sites, and those that other sites pass on. */
@Configuration(proxyBeanMethods = false)
class CampaignConfiguration {
    @Bean
    JobForwarding jobForwarding(Catalog catalog, OwnSite own, SiteCalls calls, PeerContacts contacts, Clock clock) {
        return new JobForwarding(catalog, own, calls, contacts, clock, System::nanoTime);
    }

    @Bean
    PeerGrants peerGrants(SiteCalls calls) {
        return new PeerGrants(calls);
    }

    @Bean
    CampaignPlans campaignPlans(
            Catalog catalog, OwnSite own, Trees trees, DatasetResolver resolver, SizeLimits limits, Clock clock) {
        return new CampaignPlans(catalog, own, trees, resolver, limits, clock);
    }

    @Bean
    SharedCampaigns sharedCampaigns(Catalog catalog, Clock clock, SecureRandom random) {
        return new SharedCampaigns(catalog, clock, random);
    }

    @Bean
    CampaignRuns campaignRuns(
            Catalog catalog,
            OwnSite own,
            Submitting submitting,
            JobScheduler scheduler,
            JobLook looks,
            JobForwarding forwarding,
            Clock clock) {
        CampaignJobs jobs = new JobsOfSites(catalog, own, submitting, scheduler, looks, forwarding);
        CampaignRuns runs = new CampaignRuns(catalog, jobs, clock);
        runs.start();
        return runs;
    }

    @Bean
    ForwardAnswers.Site siteForOthers(Catalog catalog, OwnSite own, LocalExports exports, CallDesk desk) {
        return new ForwardAnswers.Site(own, new GrantsOfSites(catalog, exports, own.name()), desk);
    }

    @Bean
    ForwardAnswers.Work workForOthers(Submitting submitting, JobScheduler scheduler, RetryJobs retries) {
        return new ForwardAnswers.Work(submitting, scheduler, retries);
    }

    @Bean
    ForwardAnswers.Shown shownToOthers(JobLook jobs, JobParts parts) {
        return new ForwardAnswers.Shown(jobs, parts);
    }

    @Bean
    ForwardAnswers forwardAnswers(
            Catalog catalog,
            ForwardAnswers.Site site,
            ForwardAnswers.Work work,
            ForwardAnswers.Shown shown,
            JsonMessages messages,
            Clock clock) {
        return new ForwardAnswers(
                catalog, site, work, shown, new ForwardAnswers.Messages(messages, new AuditTrail(catalog, clock)));
    }
}
