package org.bdm.server.attention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.attention.AttentionItem.Cause;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.dispute.Dispute;
import org.bdm.server.catalog.dispute.DisputeState;
import org.bdm.server.catalog.node.NodeState;
import org.bdm.server.catalog.node.SiteNode;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.PurgeState;
import org.bdm.server.catalog.request.ReplicationRequest;
import org.bdm.server.catalog.request.RequestState;
import org.bdm.server.message.ProblemText;

/** Turns what waits for a decision, and nodes that are not seen any more, into items. Any thread that may block. */
final class WaitingCauses {
    private static final int EACH_MAX = 100;
    private static final String API = "/api/v1/";

    private final Catalog catalog;

    WaitingCauses(Catalog catalog) {
        this.catalog = catalog;
    }

    List<AttentionItem> all(Instant now) {
        List<AttentionItem> all = new ArrayList<>();
        catalog.disputes().after(0, DisputeState.OPEN, EACH_MAX).forEach(dispute -> all.add(of(dispute)));
        catalog.requests().after(0, null, RequestState.OPEN, EACH_MAX).forEach(request -> all.add(of(request)));
        catalog.purges().inState(PurgeState.OPEN, EACH_MAX).stream()
                .filter(plan -> plan.mirror() == null && plan.expiresAt().isAfter(now))
                .filter(plan -> plan.amount().files() > 0) // nothing to decide
                .forEach(plan -> all.add(of(plan)));
        catalog.nodes().all().stream()
                .filter(node -> node.state() == NodeState.LOST)
                .forEach(node -> all.add(of(node)));
        return all;
    }

    private static AttentionItem of(Dispute dispute) {
        String id = "dispute-" + dispute.number();
        Cause cause = cause(
                "DISPUTE_OPEN",
                id + " waits for a decision since " + dispute.openedAt() + ": " + dispute.destination()
                        + " contradicts its published checksum",
                "Look at it with 'bdm-client dispute show " + id + "'; 'bdm-client dispute accept " + id
                        + "' takes the file as it is, also against the claim of an index that is not configured any more;"
                        + " 'bdm-client dispute reject " + id + "' does not. Either keeps a reason (--remark TEXT).",
                dispute.openedAt());
        return item(AttentionKind.DISPUTE, dispute.number(), cause, show("dispute", "disputes", id));
    }

    private static AttentionItem of(ReplicationRequest request) {
        String id = "request-" + request.number();
        Cause cause = cause(
                "REQUEST_OPEN",
                id + " of " + request.requester() + " waits for a decision since " + request.createdAt()
                        + (request.reason().isEmpty() ? "" : ": " + request.reason()),
                "Look at it with 'bdm-client request show " + id + "'; then 'bdm-client request approve " + id
                        + " DESTINATION' or 'bdm-client request decline " + id + "'.",
                request.createdAt());
        return item(AttentionKind.REQUEST, request.number(), cause, show("request", "requests", id));
    }

    private static AttentionItem of(PurgePlan plan) {
        String id = "purge-" + plan.number();
        Cause cause = cause(
                "PURGE_PLAN_OPEN",
                id + " of " + plan.owner() + " waits for review since " + plan.createdAt() + ": "
                        + plan.amount().files() + " files, " + plan.amount().bytes() + " bytes",
                "Look at it with 'bdm-client purge --show " + id + "'; 'bdm-client purge --apply " + id
                        + "' removes its files for good, 'bdm-client purge --discard " + id
                        + "' keeps them. It expires at "
                        + plan.expiresAt() + ".",
                plan.createdAt());
        Remedy remedy = new Remedy("bdm-client purge --show " + id, "GET", API + "purges/" + id, null);
        return new AttentionItem(
                AttentionKind.PURGE_PLAN, id, cause, plan.amount().files(), null, null, remedy);
    }

    private static AttentionItem of(SiteNode node) {
        String id = "node-" + node.number();
        Cause cause = cause(
                "NODE_LOST",
                id + " (" + node.description().process() + ") was last seen at " + node.seenAt()
                        + " and did not say that it ends",
                "Start it again, or remove it with 'bdm-client node remove " + id + "'; others do its work.",
                node.seenAt());
        Remedy remedy = new Remedy("bdm-client node remove " + id, "DELETE", API + "nodes/" + id, null)
                .after("Start it again, or see the others", "bdm-client node list", "/sites");
        return item(AttentionKind.NODE, node.number(), cause, remedy);
    }

    private static Remedy show(String verb, String path, String id) {
        return new Remedy("bdm-client " + verb + " show " + id, "GET", API + path + "/" + id, null);
    }

    private static Cause cause(String code, String text, String advice, Instant since) {
        return new Cause(code, ProblemText.shown(text), advice, since, since, 1);
    }

    private static AttentionItem item(AttentionKind kind, long number, Cause cause, Remedy remedy) {
        return new AttentionItem(kind, String.valueOf(number), cause, 0, null, null, remedy);
    }
}
