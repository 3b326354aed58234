package org.bdm.client;

import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.bdm.core.control.campaign.CampaignLinkView;
import org.bdm.core.control.campaign.CampaignPlanView;
import org.bdm.core.control.campaign.CampaignView;
import org.bdm.core.control.campaign.CreateCampaign;
import org.bdm.core.control.dataset.CarrierLoginView;
import org.bdm.core.control.dataset.CarrierView;
import org.bdm.core.control.dataset.CatalogEventsView;
import org.bdm.core.control.dataset.ConfirmExtent;
import org.bdm.core.control.dataset.CreateHandover;
import org.bdm.core.control.dataset.DataNodeView;
import org.bdm.core.control.dataset.DatasetView;
import org.bdm.core.control.dataset.FinishCarrierLogin;
import org.bdm.core.control.dataset.HandedOverView;
import org.bdm.core.control.dataset.HandoverFileView;
import org.bdm.core.control.dataset.HandoverView;
import org.bdm.core.control.dataset.PublicationView;
import org.bdm.core.control.dataset.PublishReplica;
import org.bdm.core.control.dataset.RepeatHandover;
import org.bdm.core.control.holding.CompletenessGroupsView;
import org.bdm.core.control.holding.CompletenessRequest;
import org.bdm.core.control.holding.CompletenessView;
import org.bdm.core.control.holding.DecideDispute;
import org.bdm.core.control.holding.DisputeView;
import org.bdm.core.control.holding.ManifestDatasetsView;
import org.jspecify.annotations.Nullable;

/** The routes about data nodes, disputes, manifests, publication, completeness and campaigns of one control plane; errors as in {@link MoverApi}. */
public final class ReplicationApi {
    private static final String CAMPAIGN_LINK = "/campaigns/{}/link";

    private final RestConnection rest;

    ReplicationApi(RestConnection rest) {
        this.rest = rest;
    }

    /**
     * The choices of a list; null ones are not sent.
     *
     * @param format as in docs/interchange.md
     * @param node for a STAC patch, our registered name
     * @param root an address or a directory, by the format
     * @param digest an algorithm or none
     */
    public record ListChoices(
            String format,
            @Nullable String node,
            @Nullable String root,
            @Nullable String digest) {}

    /** A list of what is missing, as it comes; the caller closes the stream. A null endpoint is not sent. */
    public InputStream missing(String subject, ListChoices choices, @Nullable String endpoint) {
        return rest.download(RestPath.of("/manifests/missing")
                .with("subject", subject)
                .with("format", choices.format())
                .with("root", choices.root())
                .with("digest", choices.digest())
                .with("endpoint", endpoint));
    }

    /** A manifest as it comes; the caller closes the stream. */
    public InputStream manifest(String subject, ListChoices choices, boolean includeUnvouched) {
        return rest.download(RestPath.of("/manifests")
                .with("subject", subject)
                .with("format", choices.format())
                .with("node", choices.node())
                .with("root", choices.root())
                .with("digest", choices.digest())
                .with("includeUnvouched", includeUnvouched ? "true" : null));
    }

    /** A reference set as it comes, JSON or a zip archive of Parquet files; the caller closes the stream. */
    public InputStream references(String place, String format, @Nullable String root) {
        return rest.download(RestPath.of("/references")
                .with("place", place)
                .with("format", format)
                .with("root", root));
    }

    /** Returns the dataset versions that files of a job belong to. */
    public ManifestDatasetsView manifestDatasets(String subject) {
        return rest.get(
                RestPath.of("/manifests/datasets").with("subject", subject), Json.type(ManifestDatasetsView.class));
    }

    /** Sends what the catalog does not say of our copy yet. */
    public PublicationView publish(PublishReplica wanted) {
        return rest.send("POST", RestPath.of("/publications"), wanted, Json.type(PublicationView.class));
    }

    /** Returns the progress of publishing our copy. */
    public PublicationView publication(String dataset, String index, String node) {
        return rest.get(
                RestPath.of("/publications")
                        .with("dataset", dataset)
                        .with("index", index)
                        .with("node", node),
                Json.type(PublicationView.class));
    }

    /** Takes messages of the event stream of ESGF-NG; {@code datasets} is known or all. */
    public CatalogEventsView catalogEvents(Supplier<InputStream> file, String index, String datasets) {
        return rest.postFile(
                RestPath.of("/catalog-events").with("index", index).with("datasets", datasets),
                file,
                Json.type(CatalogEventsView.class));
    }

    /** In the order of their names. */
    public Iterator<DataNodeView> dataNodes() {
        return PageWalk.of(rest, RestPath.of("/data-nodes"), DataNodeView.class);
    }

    /** Oldest first. A null state takes all. */
    public Iterator<DisputeView> disputes(@Nullable String state) {
        return PageWalk.of(rest, RestPath.of("/disputes").with("state", state), DisputeView.class);
    }

    /** With the report for the publisher. */
    public DisputeView dispute(String id) {
        return rest.get(RestPath.of("/disputes/{}", id), Json.type(DisputeView.class));
    }

    /** Confirms that what was seen of a dataset version is all of it; as it is stored. */
    public DatasetView confirm(String instanceId, ConfirmExtent seen) {
        return rest.send(
                "POST", RestPath.of("/replica-sets/{}/confirm", instanceId), seen, Json.type(DatasetView.class));
    }

    /** {@code verb} is accept or reject. */
    public DisputeView decideDispute(String id, String verb, DecideDispute decision) {
        return rest.send("POST", RestPath.of("/disputes/{}/" + verb, id), decision, Json.type(DisputeView.class));
    }

    /** Datasets by sites, of datasets that are named; at most 5,000. */
    public CompletenessView completeness(CompletenessRequest request) {
        return rest.send("POST", RestPath.of("/completeness"), request, Json.type(CompletenessView.class));
    }

    /** A page of datasets by sites, of known replica sets whose names begin so and tell these facets. */
    public CompletenessView completeness(@Nullable String prefix, List<String> facets, @Nullable String cursor) {
        RestPath path = RestPath.of("/completeness")
                .with("prefix", prefix)
                .with("limit", PageWalk.PAGE_ENTRIES)
                .with("cursor", cursor);
        for (String facet : facets) path = path.with("facet", facet);
        return rest.get(path, Json.type(CompletenessView.class));
    }

    /** Known datasets, counted by the value of a facet and by site. */
    public CompletenessGroupsView completenessGroups(String by, @Nullable String prefix, List<String> facets) {
        RestPath path = RestPath.of("/completeness/groups").with("by", by).with("prefix", prefix);
        for (String facet : facets) path = path.with("facet", facet);
        return rest.get(path, Json.type(CompletenessGroupsView.class));
    }

    /** Makes a link by which anybody may look at a campaign. */
    public CampaignLinkView shareCampaign(String id) {
        return rest.send("POST", RestPath.of(CAMPAIGN_LINK, id), null, Json.type(CampaignLinkView.class));
    }

    /** Revokes the link of a campaign. */
    public void unshareCampaign(String id) {
        rest.delete(RestPath.of(CAMPAIGN_LINK, id));
    }

    /** Counts what a campaign would replicate. */
    public CampaignPlanView planCampaign(CreateCampaign wish) {
        return rest.send("POST", RestPath.of("/campaigns/plans"), wish, Json.type(CampaignPlanView.class));
    }

    /** Creates a campaign. */
    public CampaignView createCampaign(CreateCampaign wish) {
        return rest.send("POST", RestPath.of("/campaigns"), wish, Json.type(CampaignView.class));
    }

    /** Newest first. */
    public Iterator<CampaignView> campaigns() {
        return PageWalk.of(rest, RestPath.of("/campaigns"), CampaignView.class);
    }

    /** One campaign. */
    public CampaignView campaign(String id) {
        return rest.get(RestPath.of("/campaigns/{}", id), Json.type(CampaignView.class));
    }

    /** Cancels its jobs; it ends when they have. */
    public CampaignView cancelCampaign(String id) {
        return rest.send("POST", RestPath.of("/campaigns/{}/cancel", id), null, Json.type(CampaignView.class));
    }

    /** In the order of the settings of the server. */
    public Iterator<CarrierView> carriers() {
        return PageWalk.of(rest, RestPath.of("/carriers"), CarrierView.class);
    }

    /** Begins to let a carrier use the account of a person. */
    public CarrierLoginView beginCarrierLogin(String carrier) {
        return rest.send("POST", RestPath.of("/carriers/{}/login", carrier), null, Json.type(CarrierLoginView.class));
    }

    /** Gives the code of the page. */
    public void finishCarrierLogin(String carrier, FinishCarrierLogin login) {
        rest.post(RestPath.of("/carriers/{}/login/code", carrier), login);
    }

    /** Hands files over; may be repeated. */
    public HandedOverView handOver(CreateHandover wish) {
        return rest.send("POST", RestPath.of("/handovers"), wish, Json.type(HandedOverView.class));
    }

    /** The newest first. */
    public Iterator<HandoverView> handovers() {
        return PageWalk.of(rest, RestPath.of("/handovers"), HandoverView.class);
    }

    public HandoverView handover(String id) {
        return rest.get(RestPath.of("/handovers/{}", id), Json.type(HandoverView.class));
    }

    /** In the order of the list. A null state takes all. */
    public Iterator<HandoverFileView> handoverFiles(String id, @Nullable String state) {
        return PageWalk.of(rest, RestPath.of("/handovers/{}/files", id).with("state", state), HandoverFileView.class);
    }

    /** The list of what is not there; the caller closes it. */
    public InputStream handoverList(String id) {
        return rest.download(RestPath.of("/handovers/{}/list", id));
    }

    /** {@code verb} is compare or cancel. */
    public HandoverView steerHandover(String id, String verb) {
        return rest.send("POST", RestPath.of("/handovers/{}/" + verb, id), null, Json.type(HandoverView.class));
    }

    /** Hands over again what is not there. */
    public HandoverView handOverAgain(String id, boolean replace) {
        RepeatHandover wish = replace ? new RepeatHandover(true) : null;
        return rest.send("POST", RestPath.of("/handovers/{}/again", id), wish, Json.type(HandoverView.class));
    }
}
