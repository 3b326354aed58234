package org.bdm.server.catalog;

import org.bdm.server.catalog.campaign.CampaignLinks;
import org.bdm.server.catalog.campaign.Campaigns;
import org.bdm.server.catalog.dataset.DataNodeHosts;
import org.bdm.server.catalog.dataset.IndexRequests;
import org.bdm.server.catalog.dataset.NodeHistories;
import org.bdm.server.catalog.dataset.ReplicaSets;
import org.bdm.server.catalog.dataset.Subscriptions;
import org.bdm.server.catalog.dataset.Withdrawals;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.dispute.Disputes;
import org.bdm.server.catalog.file.Chunks;
import org.bdm.server.catalog.file.Copies;
import org.bdm.server.catalog.file.Files;
import org.bdm.server.catalog.file.HeldLeases;
import org.bdm.server.catalog.file.Listings;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.catalog.history.ArrivalHistory;
import org.bdm.server.catalog.history.Decisions;
import org.bdm.server.catalog.history.Rates;
import org.bdm.server.catalog.history.TransferHistory;
import org.bdm.server.catalog.holding.DatasetMarks;
import org.bdm.server.catalog.holding.HeldRangeDigests;
import org.bdm.server.catalog.holding.HoldingHistory;
import org.bdm.server.catalog.holding.Holdings;
import org.bdm.server.catalog.holding.KeptHoldings;
import org.bdm.server.catalog.holding.Scrubs;
import org.bdm.server.catalog.hook.Hooks;
import org.bdm.server.catalog.job.Events;
import org.bdm.server.catalog.job.FailedJobs;
import org.bdm.server.catalog.job.JobProgressRows;
import org.bdm.server.catalog.job.Jobs;
import org.bdm.server.catalog.job.PartedLists;
import org.bdm.server.catalog.job.Submissions;
import org.bdm.server.catalog.limit.LinkLimits;
import org.bdm.server.catalog.limit.PlaceLimits;
import org.bdm.server.catalog.limit.SendingLimits;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.catalog.node.NodeKeys;
import org.bdm.server.catalog.node.Nodes;
import org.bdm.server.catalog.removal.Mirrors;
import org.bdm.server.catalog.removal.Purges;
import org.bdm.server.catalog.removal.Replacements;
import org.bdm.server.catalog.request.Drafts;
import org.bdm.server.catalog.request.Requests;
import org.bdm.server.catalog.retention.ExpiredRows;
import org.bdm.server.catalog.retention.FilePartitions;
import org.bdm.server.catalog.retention.FileRemovals;
import org.bdm.server.catalog.site.Acknowledgements;
import org.bdm.server.catalog.site.AuditLog;
import org.bdm.server.catalog.site.DataNodeRules;
import org.bdm.server.catalog.site.IssuedTokens;
import org.bdm.server.catalog.site.LinkBenches;
import org.bdm.server.catalog.site.LoginSessionRows;
import org.bdm.server.catalog.site.PlaceRuleRows;
import org.bdm.server.catalog.site.Sites;
import org.bdm.server.catalog.site.Tokens;
import org.bdm.server.catalog.site.ToldAttention;
import org.bdm.server.catalog.site.Users;
import org.bdm.server.catalog.survey.ComparedFiles;
import org.bdm.server.catalog.survey.Surveys;
import org.bdm.server.catalog.survey.UnconfiguredExports;

/** The repositories of the catalog, one for each group of tables. Each is as cheap as its object, and safe on any thread that may block. */
abstract class CatalogRooms {
    final CatalogParts parts;
    private final Replacements replacements;

    CatalogRooms(CatalogParts parts) {
        this.parts = parts;
        this.replacements = new Replacements(parts);
    }

    /** Returns the campaigns that were created here. */
    public Campaigns campaigns() {
        return new Campaigns(parts);
    }

    /** Returns the links by which anybody may look at campaigns. */
    public CampaignLinks campaignLinks() {
        return new CampaignLinks(parts);
    }

    /** Returns the limits of exports and nodes. */
    public PlaceLimits placeLimits() {
        return new PlaceLimits(parts);
    }

    /** Returns the limits of what this site sends. */
    public SendingLimits sendingLimits() {
        return new SendingLimits(parts);
    }

    /** Returns the settings of data nodes that people change. */
    public DataNodeRules dataNodeRules() {
        return new DataNodeRules(parts);
    }

    /** Returns the work of the site that one process does at a time. */
    public Duties duties() {
        return new Duties(parts);
    }

    /** Returns what each node does for jobs now. */
    public JobProgressRows jobProgress() {
        return new JobProgressRows(parts);
    }

    /** Returns the measurements of links. */
    public LinkBenches linkBenches() {
        return new LinkBenches(parts);
    }

    /** Returns what earlier jobs took. */
    public TransferHistory transferHistory() {
        return new TransferHistory(parts);
    }

    /** Returns what links and jobs moved, by time. */
    public Rates rates() {
        return new Rates(parts);
    }

    /** Returns what jobs moved to this site, by day. */
    public ArrivalHistory arrivals() {
        return new ArrivalHistory(parts);
    }

    /** Returns windows of links, maintenance of sites, and bans. */
    public PlaceRuleRows placeRules() {
        return new PlaceRuleRows(parts);
    }

    /** Returns the limits of links, and what each node takes over them. */
    public LinkLimits linkLimits() {
        return new LinkLimits(parts);
    }

    public Hooks hooks() {
        return new Hooks(parts);
    }

    /** Tokens of people whom the issuer of the site named. */
    public IssuedTokens issuedTokens() {
        return new IssuedTokens(parts);
    }

    /** Sessions of the web UI. */
    public LoginSessionRows loginSessions() {
        return new LoginSessionRows(parts);
    }

    /** Returns the keys of the nodes of this site. */
    public NodeKeys nodeKeys() {
        return new NodeKeys(parts);
    }

    /** Returns the nodes of this site. */
    public Nodes nodes() {
        return new Nodes(parts);
    }

    /** New jobs. */
    public Submissions submissions() {
        return new Submissions(parts);
    }

    /** Returns the jobs whose list arrives in parts. */
    public PartedLists partedLists() {
        return new PartedLists(parts);
    }

    /** Jobs and their counts. */
    public Jobs jobs() {
        return new Jobs(parts);
    }

    /** Returns the listings of jobs, which {@code job.listing} writes. */
    public Listings listings() {
        return new Listings(parts);
    }

    /** Returns the work to be claimed, which {@code job.run} reads and writes. */
    public Chunks chunks() {
        return new Chunks(parts);
    }

    /** Returns the other places that have the files of jobs. */
    public Copies copies() {
        return new Copies(parts);
    }

    /** Copies that data nodes do not have. */
    public MissingCopies missingCopies() {
        return new MissingCopies(parts);
    }

    /** Returns the history of each data node. */
    public NodeHistories nodeHistories() {
        return new NodeHistories(parts);
    }

    /** Returns the rows that are old enough to be removed. */
    public ExpiredRows expiredRows() {
        return new ExpiredRows(parts);
    }

    /** Returns the partitions of the tables of files, which PostgreSQL has. */
    public FilePartitions filePartitions() {
        return new FilePartitions(parts);
    }

    /** Returns the removal of rows of files of ended jobs. */
    public FileRemovals fileRemovals() {
        return new FileRemovals(parts);
    }

    /** Files whose copies contradict the published digest. */
    public Disputes disputes() {
        return new Disputes(parts);
    }

    /** Files, for those who look. */
    public Files files() {
        return new Files(parts);
    }

    /** Returns the holdings of this site. */
    public Holdings holdings() {
        return new Holdings(parts);
    }

    /** Returns the marks against datasets that are held. */
    public DatasetMarks marks() {
        return new DatasetMarks(parts);
    }

    /** Holdings whose files are in quarantine. */
    public KeptHoldings keptHoldings() {
        return new KeptHoldings(parts);
    }

    /** Returns the number of requests to each index. */
    public IndexRequests indexRequests() {
        return new IndexRequests(parts);
    }

    /** Plans of removal. */
    public Mirrors mirrors() {
        return new Mirrors(parts);
    }

    /** Exports with holdings that no node offers. */
    public UnconfiguredExports unconfiguredExports() {
        return new UnconfiguredExports(parts, holdings());
    }

    /** Files that jobs replaced and kept. */
    public Replacements replacements() {
        return replacements;
    }

    public Purges purges() {
        return new Purges(parts);
    }

    /** Standing queries. */
    public Subscriptions subscriptions() {
        return new Subscriptions(parts);
    }

    /** Returns what became of held files beyond the ordinary. */
    public HoldingHistory holdingHistory() {
        return new HoldingHistory(parts);
    }

    /** Returns the range digests of held files. */
    public HeldRangeDigests heldRanges() {
        return new HeldRangeDigests(parts);
    }

    /** Returns the scrub of the site. */
    public Scrubs scrubs() {
        return new Scrubs(parts);
    }

    /** Returns the files that were compared by their bytes, as their times differ. */
    public ComparedFiles comparedFiles() {
        return new ComparedFiles(parts);
    }

    /** Work on holdings that takes its time. */
    public Surveys surveys() {
        return new Surveys(parts);
    }

    /** Returns the events. */
    public Events events() {
        return new Events(parts);
    }

    /** Returns what running transfers decided about their numbers of workers. */
    public Decisions decisions() {
        return new Decisions(parts);
    }

    /** Paired sites, their grants, invitations. */
    public Sites sites() {
        return new Sites(parts);
    }

    /** Returns the jobs that ended with failures and were not retried. */
    public FailedJobs failedJobs() {
        return new FailedJobs(parts);
    }

    /** Tokens of the REST API. */
    public Tokens tokens() {
        return new Tokens(parts);
    }

    /** Returns the people who log in with a password. */
    public Users users() {
        return new Users(parts);
    }

    /** Returns the claims that dataset versions were withdrawn. */
    public Withdrawals withdrawals() {
        return new Withdrawals(parts);
    }

    /** Returns the hosts of data nodes that records name otherwise. */
    public DataNodeHosts dataNodeHosts() {
        return new DataNodeHosts(parts);
    }

    /** Returns the replica sets of ESGF. */
    public ReplicaSets replicaSets() {
        return new ReplicaSets(parts);
    }

    /** Imported lists that wait to become jobs. */
    public Drafts drafts() {
        return new Drafts(parts);
    }

    /** Returns the requests of people to managers. */
    public Requests requests() {
        return new Requests(parts);
    }

    /** Returns which things that need attention were told as events. */
    public ToldAttention toldAttention() {
        return new ToldAttention(parts);
    }

    /** Returns what was acknowledged of the things that need attention. */
    public Acknowledgements acknowledgements() {
        return new Acknowledgements(parts);
    }

    /** Returns the audit log. */
    public AuditLog audit() {
        return new AuditLog(parts);
    }

    /** Returns the leases that are held now. */
    public HeldLeases leases() {
        return new HeldLeases(parts);
    }
}
