package org.bdm.server.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.identity.EndorsedKey;
import org.bdm.core.identity.NodeCredentials;
import org.bdm.server.attention.Attention;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.node.Duties;
import org.bdm.server.extension.Extensions;
import org.bdm.server.holding.survey.HoldingScrub;
import org.bdm.server.hook.HookDelivery;
import org.bdm.server.job.limit.LinkExchange;
import org.bdm.server.job.progress.ProgressExchange;
import org.bdm.server.job.rate.RateWriter;
import org.bdm.server.job.schedule.ReopenedJobs;
import org.bdm.server.site.access.AuditSeals;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.NodeKeyRequest;
import org.bdm.server.site.access.NodeKeySigner;
import org.bdm.server.site.access.PeerTrust;
import org.bdm.server.site.access.SiteNodes;
import org.bdm.server.site.access.TrustWatch;
import org.bdm.server.site.opening.Openings;
import org.bdm.server.tape.Tapes;
import org.bdm.server.upkeep.HoldingPolicies;
import org.bdm.server.upkeep.Retention;
import org.bdm.server.upkeep.SharedDuty;
import org.bdm.server.upkeep.Upkeep;

/** Everything that a process does by time. What concerns the whole site is a duty: one of its nodes does it. */
final class SiteUpkeep implements AutoCloseable {
    private static final long POLICIES_EVERY_SECONDS = 60;
    private static final long HISTORIES_EVERY_SECONDS = 60;
    private static final long WORK_AREAS_EVERY_SECONDS = 10;
    private static final long PROGRESS_EVERY_SECONDS = 2;
    private static final long TRUST_EVERY_MILLIS = 400;
    private static final long NODES_EVERY_SECONDS = 2;
    private static final long GIVEN_WORK_EVERY_SECONDS = 5;
    private static final long LIMITS_EVERY_MILLIS = 500;
    private static final long LINKS_EVERY_MILLIS = 500;
    private static final long SIGNED_EVERY_SECONDS = 1;
    private static final long RENEWED_EVERY_SECONDS = 600;
    private static final long HOOKS_EVERY_SECONDS = 1;
    private static final long SEALED_EVERY_SECONDS = 3_600;
    private static final long BACKUPS_EVERY_SECONDS = 60;
    private static final long RETENTION_EVERY_SECONDS = 3_600;
    private static final long PLACES_EVERY_MILLIS = 500;
    private static final long SETTINGS_EVERY_MILLIS = 1_000;
    private static final long ATTENTION_EVERY_SECONDS = 60;
    private static final long PARTITIONS_EVERY_SECONDS = 10;
    private static final long SCRUB_EVERY_SECONDS = 3;
    private static final long HANDOVERS_EVERY_SECONDS = 2;
    private static final long TAPES_EVERY_SECONDS = 5;
    private static final long RATES_EVERY_SECONDS = 1;
    private static final String SCRUB = "scrub";
    private static final String TAPES = "tapes";
    private static final Duration DUTY_LONGEST = Duration.ofMinutes(3);

    private final Catalog catalog;
    private final Duties duties;
    private final List<HoldingScrub> scrubs = new ArrayList<>();
    private final List<HandoverUpkeep> handovers = new ArrayList<>();
    private final List<RateWriter> rates = new ArrayList<>();
    private final List<Upkeep> running = new ArrayList<>();
    private final List<HookDelivery> hooksOfSite = new ArrayList<>();

    SiteUpkeep(Catalog catalog) {
        this.catalog = catalog;
        this.duties = catalog.duties();
    }

    /** Before jobs run: what ended jobs left at the destination goes. */
    void ofWorkAreas(Runnable sweep) {
        start(new Upkeep("work-areas", WORK_AREAS_EVERY_SECONDS, sweep));
    }

    /** For a process with others beside it: they may change whom it trusts, and come and go. Before it serves; may block. */
    void ofOtherNodes(PeerTrust trust, SiteNodes nodes, NodeCredentials own, Clock clock, SecureRandom random) {
        nodes.look();
        start(Upkeep.everyMillis("trust", TRUST_EVERY_MILLIS, new TrustWatch(catalog, trust)::look));
        start(new Upkeep("nodes", NODES_EVERY_SECONDS, nodes::look));
        if (own instanceof EndorsedKey endorsed) {
            NodeKeyRequest request = new NodeKeyRequest(catalog.nodeKeys(), clock);
            start(new Upkeep("node-key", RENEWED_EVERY_SECONDS, () -> request.renew(endorsed)));
        } else {
            NodeKeySigner signer = new NodeKeySigner(catalog.nodeKeys(), own.key(), clock, random);
            start(new Upkeep("node-keys", SIGNED_EVERY_SECONDS, signer::pass));
        }
    }

    /**
     * When all parts are there.
     */
    void ofParts(
            WebServer.Parts made, DataNodes dataNodes, Clock clock, ServerSettings settings, Extensions extensions) {
        noteStart(made, clock, settings);
        if (settings.roles().doesControl()) {
            AuditSeals seals = made.callers().seals();
            if (seals.canSeal()) duty("audit-seals", SEALED_EVERY_SECONDS, seals::seal);
            Retention retention = new Retention(made.catalog(), made.removals(), settings.keptFor(), clock);
            duty("retention", RETENTION_EVERY_SECONDS, retention::pass);
            HookDelivery hooks = made.hooks(settings, extensions);
            hooksOfSite.add(hooks);
            start(new Upkeep("hooks", HOOKS_EVERY_SECONDS, () -> {
                if (hooks.isWanted() && duties.hold("hooks", DUTY_LONGEST)) hooks.pass(); // idle sites write nothing
            }));
            Attention attention = made.attention(settings);
            duty("attention", ATTENTION_EVERY_SECONDS, attention::keepUp);
        }
        if (settings.roles().doesData()) heldFiles(made, clock);
        ofDataNodes(dataNodes, settings);
        duty("policies", POLICIES_EVERY_SECONDS, () -> policies(made.replicas().policies()));
        start(new Upkeep("backups", BACKUPS_EVERY_SECONDS, made.node().backups()::pass));
        LinkExchange links = new LinkExchange(made.catalog(), made.links(), settings.sharesCatalog());
        start(Upkeep.everyMillis("links", LINKS_EVERY_MILLIS, links::pass));
        start(Upkeep.everyMillis(
                "sending", SETTINGS_EVERY_MILLIS, made.node().data().shares()::pass));
        RateWriter writer = new RateWriter(made.catalog().rates()::add, made.moved(), clock);
        rates.add(writer);
        start(new Upkeep("rates", RATES_EVERY_SECONDS, writer::pass));
        Openings openings = made.node().data().openings;
        openings.onChange(new ReopenedJobs(made.catalog(), made.scheduler()));
        start(Upkeep.everyMillis("places", PLACES_EVERY_MILLIS, openings::pass));
        start(new Upkeep("purges", GIVEN_WORK_EVERY_SECONDS, made.replicas().purging()::look));
        if (!settings.sharesCatalog()) return;
        duty("partitions", PARTITIONS_EVERY_SECONDS, made.catalog().filePartitions()::prepare);
        share(made, dataNodes);
        start(Upkeep.everyMillis("limits", LIMITS_EVERY_MILLIS, () -> share(made, dataNodes)));
        start(new Upkeep("surveys", GIVEN_WORK_EVERY_SECONDS, made.replicas().surveys()::look));
        ProgressExchange progress = new ProgressExchange(made.catalog(), made.live());
        start(new Upkeep("progress", PROGRESS_EVERY_SECONDS, progress::pass));
    }

    /** Each start is a line of the audit log: settings are changed with a start. */
    private static void noteStart(WebServer.Parts made, Clock clock, ServerSettings settings) {
        String node = "node-" + made.catalog().nodes().own();
        String key = made.node().credentials().key().node().toString();
        String detail = "version " + Build.version() + "; key " + key + "; " + settings.audited();
        new AuditTrail(made.catalog(), clock).note(node, "START", node, "OK", "", detail);
    }

    /** Divides limits on data nodes and indexes among the nodes that are up. */
    private static void share(WebServer.Parts made, DataNodes dataNodes) {
        dataNodes.share(made.node().nodes().dataNodes());
        made.replicas().federation().shareAmong(made.node().nodes().controlNodes());
    }

    private void ofDataNodes(DataNodes dataNodes, ServerSettings settings) {
        start(new Upkeep("data-nodes", HISTORIES_EVERY_SECONDS, dataNodes::keepHistories));
        start(Upkeep.everyMillis("data-node-settings", SETTINGS_EVERY_MILLIS, dataNodes::heedSettings));
        start(Upkeep.everyMillis("data-node-links", LINKS_EVERY_MILLIS, dataNodes::useLinks));
        if (settings.isDemo() || !settings.roles().doesData()) return;
        Tapes tapes = dataNodes.tapes();
        start(new Upkeep(TAPES, TAPES_EVERY_SECONDS, () -> {
            if (tapes.isWanted()) tapes.pass(() -> duties.hold(TAPES, DUTY_LONGEST)); // idle sites write nothing
        }));
    }

    /** Does the policies, and leaves those for whose exports it lacks the directory to the next node. */
    private void policies(HoldingPolicies policies) {
        if (policies.pass()) duties.release("policies");
    }

    /** Reads held files again, and files that others brought; a process that lacks the exports of those that are due leaves the duty to the next node. */
    private void heldFiles(WebServer.Parts made, Clock clock) {
        HoldingScrub scrub = new HoldingScrub(
                catalog, made.exports(), made.replicas().holdings(), clock, () -> duties.hold(SCRUB, DUTY_LONGEST));
        scrubs.add(scrub);
        HandoverUpkeep handover = new HandoverUpkeep(made, clock);
        handovers.add(handover);
        start(new Upkeep("handovers", HANDOVERS_EVERY_SECONDS, handover));
        start(new Upkeep(SCRUB, SCRUB_EVERY_SECONDS, () -> {
            if (!scrub.isWanted() || !duties.hold(SCRUB, DUTY_LONGEST)) return;
            if (scrub.pass()) duties.release(SCRUB);
        }));
    }

    private void duty(String name, long everySeconds, Runnable pass) {
        start(new Upkeep(name, everySeconds, new SharedDuty(duties, name, DUTY_LONGEST, pass)));
    }

    private void start(Upkeep upkeep) {
        running.add(upkeep);
        upkeep.start();
    }

    @Override
    public void close() {
        scrubs.forEach(HoldingScrub::stop);
        handovers.forEach(HandoverUpkeep::stop);
        Upkeep.closeAll(running);
        scrubs.forEach(HoldingScrub::close);
        hooksOfSite.forEach(HookDelivery::close);
        rates.forEach(RateWriter::close); // nothing moves any more
    }
}
