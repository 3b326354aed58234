package org.bdm.server.catalog;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.campaign.CampaignLinks;
import org.bdm.server.catalog.campaign.Campaigns;
import org.bdm.server.catalog.dataset.DataNodeHosts;
import org.bdm.server.catalog.dataset.IndexRequests;
import org.bdm.server.catalog.dataset.NodeHistories;
import org.bdm.server.catalog.dataset.ReplicaSets;
import org.bdm.server.catalog.dataset.Subscriptions;
import org.bdm.server.catalog.dataset.Withdrawals;
import org.bdm.server.catalog.db.CatalogDatabase;
import org.bdm.server.catalog.db.CatalogExpectation;
import org.bdm.server.catalog.db.CatalogLoad;
import org.bdm.server.catalog.db.CatalogLocation;
import org.bdm.server.catalog.db.CatalogParts;
import org.bdm.server.catalog.db.CatalogSettings;
import org.bdm.server.catalog.db.Committer;
import org.bdm.server.catalog.db.DatabaseErrors;
import org.bdm.server.catalog.db.Dialect;
import org.bdm.server.catalog.db.ServingRun;
import org.bdm.server.catalog.dispute.Disputes;
import org.bdm.server.catalog.file.ChunkState;
import org.bdm.server.catalog.file.Chunks;
import org.bdm.server.catalog.file.Copies;
import org.bdm.server.catalog.file.Files;
import org.bdm.server.catalog.file.HeldLeases;
import org.bdm.server.catalog.file.Listings;
import org.bdm.server.catalog.file.MissingCopies;
import org.bdm.server.catalog.file.UploadRows;
import org.bdm.server.catalog.handover.HandoverSteps;
import org.bdm.server.catalog.handover.Handovers;
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
import org.bdm.server.catalog.job.JobState;
import org.bdm.server.catalog.job.Jobs;
import org.bdm.server.catalog.job.PartedLists;
import org.bdm.server.catalog.job.SubmissionRows;
import org.bdm.server.catalog.job.Submissions;
import org.bdm.server.catalog.limit.Limits;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.catalog.node.NodeKeys;
import org.bdm.server.catalog.node.NodeRegistration;
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
import org.bdm.server.catalog.site.MannersRows;
import org.bdm.server.catalog.site.PlaceRuleRows;
import org.bdm.server.catalog.site.Sites;
import org.bdm.server.catalog.site.Tokens;
import org.bdm.server.catalog.site.ToldAttention;
import org.bdm.server.catalog.site.Users;
import org.bdm.server.catalog.survey.ComparedFiles;
import org.bdm.server.catalog.survey.Surveys;
import org.bdm.server.catalog.survey.UnconfiguredExports;
import org.bdm.server.catalog.tape.TapeRecalls;
import org.bdm.server.catalog.tools.MoveProgress;
import org.bdm.server.catalog.tools.OnlineBackup;
import org.springframework.dao.DataAccessException;

/**
 * The open catalog of this process: one repository per group of tables, one committer. Safe on any thread that may block.
 *
 * <p>A repository is as cheap as its object. Reads throw {@link MoverException} CATALOG_UNAVAILABLE. Writes return a future: when it
 * completes, the change is on stable storage. It fails with the refusal of that change alone, or with CATALOG_UNAVAILABLE when the catalog
 * stopped: then the change may or may not be there after a restart. Futures complete on the committer's thread: continue with {@code
 * thenApplyAsync} if the continuation is not short, and never wait in it.
 */
public final class Catalog implements AutoCloseable {
    /** Name of the row of {@code shared_version} that a catalog of demo data has, and no other. */
    public static final String DEMO_MARK = "demo-data";

    private final CatalogDatabase database;
    private final Committer committer;
    private final CatalogParts parts;
    private final Replacements replacements;

    private Catalog(CatalogDatabase database, Committer committer, CatalogParts parts) {
        this.parts = parts;
        this.replacements = new Replacements(parts);
        this.database = database;
        this.committer = committer;
    }

    /**
     * Opens the catalog, and makes or migrates its tables. What is there is looked at before anything is written to it.
     *
     * @throws MoverException CATALOG_UNSAFE for settings that may lose acknowledged work; ALREADY_RUNNING if another process holds it;
     *     HOME_INCOMPLETE if it is empty and must not be, or of another node; CATALOG_DAMAGED; CATALOG_UNAVAILABLE if it does not answer; UNSUPPORTED if a newer version of the program wrote it
     */
    public static Catalog open(CatalogLocation location, CatalogSettings settings) {
        return open(location, settings, UnaryOperator.identity());
    }

    /** As the other, with connections that a test may make fail. */
    static Catalog open(CatalogLocation location, CatalogSettings settings, UnaryOperator<DataSource> seam) {
        CatalogExpectation expected = new CatalogExpectation(
                settings.mayBegin(), settings.site(), settings.serving().mayJoin());
        CatalogDatabase database = CatalogDatabase.openShared(location, expected, seam);
        try {
            MoveProgress.refuseUnfinished(database);
            ServingRun run = NodeRegistration.enter(database, settings);
            database.servesAs(run);
            Committer committer = new Committer(database, run, settings);
            committer.start();
            CatalogParts parts = new CatalogParts(
                    database,
                    committer,
                    run.node(),
                    settings.clock(),
                    settings.leases(),
                    new AtomicLong(fileRows(database)));
            Catalog catalog = new Catalog(database, committer, parts);
            database.hold().watch(settings.patience(), settings.onFatal());
            catalog.filePartitions().cutLongRange();
            catalog.sweep();
            catalog.drafts().sweepLeftovers();
            return catalog;
        } catch (SQLException | RuntimeException e) {
            database.close();
            if (e instanceof MoverException known) throw known;
            throw DatabaseErrors.onOpen(location, e);
        }
    }

    /** H2 knows the number while nothing is being written; PostgreSQL would count, and has no such limit. */
    private static long fileRows(CatalogDatabase database) {
        if (database.dialect() != Dialect.H2) return 0;
        return database.read(sql -> sql.number("SELECT COUNT(*) FROM file_entry"));
    }

    /** Takes over what the former process of this node left: its leases, and jobs that it did not receive to their end. */
    private void sweep() {
        List<Long> received = database.transact(sql -> {
            sql.update(
                    "UPDATE file_chunk SET state = ?, available_ms = 0, lease_node = NULL WHERE state = ? AND lease_node = ?",
                    ChunkState.PENDING.code(),
                    ChunkState.LEASED.code(),
                    parts.node());
            sql.update(
                    "UPDATE job_listing SET lease_node = NULL, lease_until_ms = 0 WHERE lease_node = ?", parts.node());
            return sql.list(
                    "SELECT job_no FROM job WHERE state = ? AND received_by = ? ORDER BY job_no LIMIT 10000",
                    (row, at) -> row.getLong(1),
                    JobState.RECEIVING.code(),
                    parts.node());
        });
        for (long job : received) sweepOn(new JobId(job));
    }

    /** In parts, one after the other, while others already work. */
    private void sweepOn(JobId job) {
        CompletableFuture<Void> unused = committer
                .submitWaiting(Submissions.ITEMS_AT_ONCE_MAX, work -> SubmissionRows.sweep(work, job))
                .thenAcceptAsync(isGone -> {
                    if (!isGone) sweepOn(job);
                });
    }

    /** Size of the file of an H2 catalog in bytes; empty for PostgreSQL. */
    public Optional<Long> fileBytes() {
        return database.fileBytes();
    }

    /** Size of the database in bytes, indexes included. May block. */
    public long sizeBytes() {
        return database.sizeBytes();
    }

    /** Returns what this process asks of the catalog. Does not wait. */
    public CatalogLoad load() {
        return committer.load(database);
    }

    /**
     * Makes copies of an H2 catalog while it is in use.
     *
     * @throws MoverException UNSUPPORTED for PostgreSQL, which has its own means
     */
    public OnlineBackup onlineBackup() {
        return OnlineBackup.of(database);
    }

    /** Commits what is queued and closes the database; further writes fail with STOPPING. */
    @Override
    public void close() {
        committer.close();
        database.close();
    }

    Committer committer() {
        return committer;
    }

    CatalogDatabase database() {
        return database;
    }

    /** True if it is of demo data. */
    public boolean isDemo() {
        return database.read(sql -> sql.number("SELECT COUNT(*) FROM shared_version WHERE name = ?", DEMO_MARK)) > 0;
    }

    /** True if the database answers a read now. */
    public boolean isAnswering() {
        try {
            return database.read(sql -> sql.number("SELECT 1")) == 1;
        } catch (MoverException | DataAccessException e) {
            return false;
        }
    }

    /** Returns the campaigns that were created here. */
    public Campaigns campaigns() {
        return new Campaigns(parts);
    }

    /** Returns the links by which anybody may look at campaigns. */
    public CampaignLinks campaignLinks() {
        return new CampaignLinks(parts);
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

    /** Returns the limits of links, exports and nodes, and what each node takes over links. */
    public Limits limits() {
        return new Limits(parts);
    }

    /** Returns the files that other movers are asked to bring. */
    public Handovers handovers() {
        return new Handovers(parts);
    }

    /** Returns the steps of handovers, for the one who drives them. */
    public HandoverSteps handoverSteps() {
        return new HandoverSteps(parts);
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

    /** Returns the uploads of parts into buckets that are under way. */
    public UploadRows uploads() {
        return new UploadRows(parts);
    }

    /** Returns what stores of objects have shown to do. */
    public MannersRows storeManners() {
        return new MannersRows(parts);
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

    /** Returns the work to be leased, which {@code job.run} reads and writes. */
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

    /** Returns the files that are brought from tape. */
    public TapeRecalls tapeRecalls() {
        return new TapeRecalls(parts);
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
