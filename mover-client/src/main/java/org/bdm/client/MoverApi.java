package org.bdm.client;

import java.io.InputStream;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.Page;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.ReplicaSetView;
import org.bdm.core.control.dataset.SearchView;
import org.bdm.core.control.holding.HoldingListView;
import org.bdm.core.control.holding.HoldingView;
import org.bdm.core.control.job.CheckRequest;
import org.bdm.core.control.job.CheckView;
import org.bdm.core.control.job.DecisionView.JobDecisionView;
import org.bdm.core.control.job.EventView;
import org.bdm.core.control.job.ExplanationView;
import org.bdm.core.control.job.FileView;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.job.PatchJob;
import org.bdm.core.control.job.ReportView;
import org.bdm.core.control.job.SubmitJob;
import org.bdm.core.control.plan.PlanView;
import org.bdm.core.control.request.CreateReplicationRequest;
import org.bdm.core.control.request.DecideReplicationRequest;
import org.bdm.core.control.request.ImportView;
import org.bdm.core.control.request.ReplicationRequestView;
import org.bdm.core.control.site.AcceptInvitation;
import org.bdm.core.control.site.CreateInvitation;
import org.bdm.core.control.site.EntryView;
import org.bdm.core.control.site.ExportView;
import org.bdm.core.control.site.InvitationView;
import org.bdm.core.control.site.SiteView;
import org.bdm.core.control.site.VersionView;
import org.jspecify.annotations.Nullable;

/**
 * The routes of one control plane. Every method throws {@link ServerRefusal} when the server says no and
 * {@link ServerUnreachable} when no answer came. Reading, and sending with a key, is repeated a few times when the connection is lost.
 */
public final class MoverApi {
    private final RestConnection rest;

    public MoverApi(ServerAddress server) {
        this.rest = new RestConnection(server, new Repetition());
    }

    /** With another way to wait before a lost request is repeated, and somebody who shows that an answer is waited for. */
    public MoverApi(ServerAddress server, Consumer<Duration> pause, UnaryOperator<Supplier<byte[]>> waits) {
        this.rest = new RestConnection(server, new Repetition(pause), waits);
    }

    /** Operations on data from data nodes, and on publication. */
    public ReplicationApi replication() {
        return new ReplicationApi(rest);
    }

    /** Standing queries. */
    public SubscriptionApi subscriptions() {
        return new SubscriptionApi(rest);
    }

    /** Lists of other programs that were kept. */
    public DraftApi drafts() {
        return new DraftApi(rest);
    }

    /** The routes about lists in parts. */
    public ListApi lists() {
        return new ListApi(rest);
    }

    /** The routes about the audit log. */
    public AuditApi auditLog() {
        return new AuditApi(rest);
    }

    /** The routes about hooks. */
    public HookApi hooks() {
        return new HookApi(rest);
    }

    /** The routes about access tokens, users and their logins. */
    public AccessApi access() {
        return new AccessApi(rest);
    }

    /** Operations on links to the site and their limits. */
    public LinkApi links() {
        return new LinkApi(rest);
    }

    /** The routes about the nodes of the site. */
    public NodeApi nodes() {
        return new NodeApi(rest);
    }

    /** The routes about backups of the catalog. */
    public BackupApi backups() {
        return new BackupApi(rest);
    }

    /** Operations on removal plans and the quarantine. */
    public RemovalApi removal() {
        return new RemovalApi(rest);
    }

    /** The routes about surveys and the scrub of held files. */
    public SurveyApi surveys() {
        return new SurveyApi(rest);
    }

    public VersionView version() {
        return rest.get(RestPath.of("/version"), Json.type(VersionView.class));
    }

    /** Durable when this returns. The same key with the same message gives the same job, however often it is sent. */
    public JobView submit(SubmitJob job, String idempotencyKey) {
        return rest.post(RestPath.of("/jobs"), job, idempotencyKey, Json.type(JobView.class));
    }

    /** As {@link #submit}, for lists of any length: the items are sent as they are read. */
    public JobView submitStreamed(SubmitJob withoutItems, Supplier<Iterator<JobItem>> items, String idempotencyKey) {
        Supplier<InputStream> lines = () -> new JsonLines(withoutItems, items.get());
        return rest.postLines(RestPath.of("/jobs"), lines, idempotencyKey, Json.type(JobView.class));
    }

    /** As {@link #submit}; waits as long as the server asks its indexes. */
    public JobView submitReplicaSets(SubmitJob job, String idempotencyKey) {
        return rest.postPatiently(RestPath.of("/jobs"), job, idempotencyKey, Json.type(JobView.class));
    }

    /** Searches the indexes of the server; null or empty filters select everything, and a day, YYYY-MM-DD, its versions. */
    public SearchView search(
            DatasetQuery query, String type, List<String> indexes, @Nullable Integer limit, @Nullable String asOf) {
        RestPath path = RestPath.of("/search")
                .with("type", type)
                .with("limit", limit)
                .with("text", query.text())
                .with("allVersions", query.allVersions())
                .with("withRetracted", query.withRetracted())
                .with("asOf", asOf);
        for (String index : indexes) path = path.with("index", index);
        for (Map.Entry<String, List<String>> facet : query.facets().entrySet())
            for (String value : facet.getValue()) path = path.with(RestPath.name(facet.getKey()), value);
        for (Map.Entry<String, List<String>> facet : query.excluded().entrySet())
            for (String value : facet.getValue()) path = path.with(RestPath.name(facet.getKey()) + "!", value);
        return rest.getPatiently(path, Json.type(SearchView.class));
    }

    /** Lists the stored datasets by name. Null filters select everything. */
    public Iterator<DatasetView> replicaSets(
            @Nullable String prefix,
            @Nullable Boolean retracted,
            @Nullable Boolean latest,
            @Nullable Boolean divergent,
            @Nullable String node) {
        RestPath path = RestPath.of("/replica-sets")
                .with("q", prefix)
                .with("retracted", retracted)
                .with("latest", latest)
                .with("divergent", divergent)
                .with("node", node);
        return pages(path, DatasetView.class);
    }

    public ReplicaSetView replicaSet(String instanceId) {
        return rest.get(RestPath.of("/replica-sets/{}", instanceId), Json.type(ReplicaSetView.class));
    }

    /** Begins to plan; ask {@link #plan} until it is no longer RUNNING. */
    public PlanView startPlan(SubmitJob job) {
        return rest.send("POST", RestPath.of("/plans"), job, Json.type(PlanView.class));
    }

    /** As {@link #startPlan}, for lists of any length. */
    public PlanView startPlanStreamed(
            SubmitJob withoutItems, Supplier<Iterator<JobItem>> items, String idempotencyKey) {
        Supplier<InputStream> lines = () -> new JsonLines(withoutItems, items.get());
        return rest.postLines(RestPath.of("/plans"), lines, idempotencyKey, Json.type(PlanView.class));
    }

    public PlanView plan(String planId) {
        return rest.get(RestPath.of("/plans/{}", planId), Json.type(PlanView.class));
    }

    /** Newest first. Null filters take everything. */
    public Iterator<JobView> jobs(JobSelection wanted) {
        RestPath path = RestPath.of("/jobs")
                .with("state", wanted.state())
                .with("q", wanted.labelStart())
                .with("label~", wanted.labelPart())
                .with("since", wanted.since())
                .with("sort", wanted.sort());
        return pages(path, JobView.class);
    }

    public JobView job(String jobId) {
        return rest.get(RestPath.of("/jobs/{}", jobId), Json.type(JobView.class));
    }

    /** The job when its state changes, or as it is after {@code wait}, at most a minute. Servers may answer sooner: older ones do at once. */
    public JobView changedJob(String jobId, Duration wait) {
        return rest.get(RestPath.of("/jobs/{}", jobId).with("wait", wait.toMillis() + "ms"), Json.type(JobView.class));
    }

    public JobView patch(String jobId, PatchJob changes) {
        return rest.send("PATCH", RestPath.of("/jobs/{}", jobId), changes, Json.type(JobView.class));
    }

    public JobView pause(String jobId) {
        return steer(jobId, "pause");
    }

    public JobView resume(String jobId) {
        return steer(jobId, "resume");
    }

    public JobView cancel(String jobId) {
        return steer(jobId, "cancel");
    }

    /** Deletes a job that has ended; its files stay. */
    public JobView delete(String jobId) {
        return rest.send("DELETE", RestPath.of("/jobs/{}", jobId), null, Json.type(JobView.class));
    }

    /** A new job of the files that failed. */
    public JobView retry(String jobId) {
        return steer(jobId, "retry");
    }

    private JobView steer(String jobId, String verb) {
        return rest.send("POST", RestPath.of("/jobs/{}/" + verb, jobId), null, Json.type(JobView.class));
    }

    /** In the order of the job. Null filters take everything. */
    public Iterator<FileView> files(String jobId, @Nullable String state, @Nullable String prefix) {
        RestPath path =
                RestPath.of("/jobs/{}/files", jobId).with("state", state).with("q", prefix);
        return pages(path, FileView.class);
    }

    public FileView file(String jobId, String fileId) {
        return rest.get(RestPath.of("/jobs/{}/files/{}", jobId, fileId), Json.type(FileView.class));
    }

    /** Oldest first. */
    public Iterator<EventView> events(String jobId) {
        return pages(RestPath.of("/jobs/{}/events", jobId), EventView.class);
    }

    /** The live feed of a job after an event (0: from the first, null: from now on), continued when it breaks; the caller closes the stream. */
    public Stream<EventView> followEvents(String jobId, @Nullable String afterEventId) {
        return new EventFeed(rest, RestPath.of("/jobs/{}/events", jobId), afterEventId).events();
    }

    /** Changes of numbers of workers, oldest first. */
    public Iterator<JobDecisionView> decisions(String jobId) {
        return pages(RestPath.of("/jobs/{}/decisions", jobId), JobDecisionView.class);
    }

    public ExplanationView explanation(String jobId) {
        return rest.get(RestPath.of("/jobs/{}/explanation", jobId), Json.type(ExplanationView.class));
    }

    public ReportView report(String jobId) {
        return rest.get(RestPath.of("/jobs/{}/report", jobId), Json.type(ReportView.class));
    }

    /** The routes about what needs a person. */
    public AttentionApi attention() {
        return new AttentionApi(rest);
    }

    public Iterator<SiteView> sites() {
        return pages(RestPath.of("/sites"), SiteView.class);
    }

    /** Asks the site that made the code, over its data port, and pins its key. */
    public SiteView addSite(AcceptInvitation invitation) {
        return rest.send("POST", RestPath.of("/sites"), invitation, Json.type(SiteView.class));
    }

    public void removeSite(String name) {
        rest.delete(RestPath.of("/sites/{}", name));
    }

    /** Pins the new key of a site that is known already. */
    public SiteView rekeySite(AcceptInvitation invitation) {
        RestPath path = RestPath.of("/sites/{}/rekey", invitation.name());
        return rest.send("POST", path, invitation, Json.type(SiteView.class));
    }

    /** Those that can still be used; without their codes. */
    public Iterator<InvitationView> invitations() {
        return pages(RestPath.of("/invitations"), InvitationView.class);
    }

    /** Takes an invitation back that nobody has used. */
    public void uninvite(String id) {
        rest.delete(RestPath.of("/invitations/{}", id));
    }

    public InvitationView invite(CreateInvitation invitation) {
        return rest.send("POST", RestPath.of("/invitations"), invitation, Json.type(InvitationView.class));
    }

    public Iterator<ExportView> exports() {
        return pages(RestPath.of("/exports"), ExportView.class);
    }

    /** One directory. */
    public Iterator<EntryView> entries(ExportPath directory) {
        return pages(RestPath.ofEntries(directory), EntryView.class);
    }

    /** A whole tree, with paths as names. Only some exports list one; others refuse it as UNSUPPORTED. */
    public Iterator<EntryView> tree(ExportPath directory) {
        return pages(RestPath.ofEntries(directory).with("recursive", true), EntryView.class);
    }

    /** The beginning of a directory: whether it can be listed, and so whether it is one. */
    public Page<EntryView> look(ExportPath directory) {
        return rest.get(RestPath.ofEntries(directory).with("limit", 1), Json.pageOf(EntryView.class));
    }

    /** Reads a list of another program without storing it; changes nothing. */
    public ImportView lookIntoList(Supplier<InputStream> file) {
        return rest.postFile(RestPath.of("/imports").with("dryRun", true), file, Json.type(ImportView.class));
    }

    /** As {@link #lookIntoList}, and keeps what it holds as a draft. */
    public ImportView importList(String label, Supplier<InputStream> file) {
        return rest.postFile(RestPath.of("/imports").with("label", label), file, Json.type(ImportView.class));
    }

    /** Asks a manager for replication. */
    public ReplicationRequestView request(CreateReplicationRequest wish) {
        return rest.send("POST", RestPath.of("/requests"), wish, Json.type(ReplicationRequestView.class));
    }

    /** Oldest first. A null filter takes everything. */
    public Iterator<ReplicationRequestView> requests(@Nullable String state) {
        return pages(RestPath.of("/requests").with("state", state), ReplicationRequestView.class);
    }

    public ReplicationRequestView request(String requestId) {
        return rest.get(RestPath.of("/requests/{}", requestId), Json.type(ReplicationRequestView.class));
    }

    /**
     * Ends a request.
     *
     * @param verb {@code approve}, {@code decline} or {@code withdraw}
     */
    public ReplicationRequestView decide(String requestId, String verb, DecideReplicationRequest decision) {
        RestPath path = RestPath.of("/requests/{}/" + verb, requestId);
        return rest.send("POST", path, decision, Json.type(ReplicationRequestView.class));
    }

    /** Begins to compare; ask {@link #check} until it is no longer RUNNING. */
    public CheckView startCheck(CheckRequest request) {
        return rest.send("POST", RestPath.of("/checks"), request, Json.type(CheckView.class));
    }

    public CheckView check(String checkId) {
        return rest.get(RestPath.of("/checks/{}", checkId), Json.type(CheckView.class));
    }

    /** In the order in which they became known. Null filters take everything; the path is a directory below the export. */
    public Iterator<HoldingView> holdings(
            @Nullable String dataset, @Nullable String state, @Nullable String export, @Nullable String path) {
        RestPath filtered = RestPath.of("/holdings")
                .with("dataset", dataset)
                .with("state", state)
                .with("export", export)
                .with("path", path);
        return pages(filtered, HoldingView.class);
    }

    /** Takes the files of a list as holdings; the root is where its relative paths begin. */
    public HoldingListView adoptList(Supplier<InputStream> file, @Nullable String root) {
        return rest.postFile(RestPath.of("/holdings").with("root", root), file, Json.type(HoldingListView.class));
    }

    private <T> Iterator<T> pages(RestPath path, Class<T> message) {
        return PageWalk.of(rest, path, message);
    }
}
