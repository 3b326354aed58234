package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Clock;
import org.bdm.core.control.dataset.PublicationView;
import org.bdm.core.control.dataset.PublishReplica;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.dataset.publish.ReplicaPublication;
import org.bdm.server.discovery.StacCredential;
import org.bdm.server.discovery.StacTransactions;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.holding.manifest.ManifestFiles;
import org.bdm.server.interchange.write.StacReplica;
import org.bdm.server.look.Looks;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.AuditTrail;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;
import org.bdm.server.site.access.Role;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Tells catalogs of ESGF-NG of what is held here: only when a person asks, with that person's credential. */
@RestController
@RequestMapping(RouteRoles.API + "/publications")
@Tag(name = "holdings")
public class PublicationsResource {
    private static final int NAME_LENGTH_MAX = 1024;

    private final ReplicaPublication publication;
    private final AuditTrail audit;
    private final Looks looks;

    PublicationsResource(
            Catalog catalog,
            LocalExports exports,
            OwnSite own,
            StacTransactions catalogs,
            AuditTrail audit,
            Looks looks,
            Clock clock) {
        this.publication = new ReplicaPublication(catalogs, new ManifestFiles(catalog, exports, own), clock);
        this.audit = audit;
        this.looks = looks;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(
            operationId = "getPublication",
            summary = "Shows what a catalog of ESGF-NG publishes of our copy of a dataset version; asks it now")
    PublicationView get(
            @RequestParam @Parameter(description = "Instance id of a dataset version") String dataset,
            @RequestParam @Parameter(description = "Name of a STAC index of the configuration") String index,
            @RequestParam @Parameter(description = "The registered name of our data node") String node) {
        DatasetName name = version(dataset);
        return looks.now("the catalog", () -> view(name, index, node, publication.look(index, name, node)));
    }

    @PostMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("published a dataset")
    @Operation(
            operationId = "publishReplica",
            summary = "Tells a catalog of ESGF-NG of our copy of a dataset version",
            description =
                    "Our copy has to be the dataset as the catalog has it. Only what it does not say yet is sent, so this may be repeated. What was "
                            + "accepted shows after a while: ask with GET. The credential is used once and kept nowhere.")
    PublicationView publish(@RequestBody PublishReplica wanted, HttpServletRequest request) {
        DatasetName name = version(wanted.dataset());
        StacReplica replica = new StacReplica(wanted.node(), root(wanted.root()));
        StacCredential credential = new StacCredential(wanted.credential());
        String who = CallerAuthentication.current().owner();
        String address = request.getRemoteAddr();
        return looks.now("the catalog", () -> {
            try {
                ReplicaPublication.Shown shown = publication.send(wanted.index(), name, replica, credential);
                note(who, wanted, "sent " + shown.sent() + " of " + shown.files(), address);
                return view(name, wanted.index(), wanted.node(), shown);
            } catch (MoverException e) {
                note(who, wanted, e.code().name(), address);
                throw e;
            }
        });
    }

    private void note(String who, PublishReplica wanted, String result, String address) {
        String to = "index " + wanted.index() + ", node " + wanted.node();
        audit.note(who, "publish", wanted.dataset(), result, address, to);
    }

    private static PublicationView view(
            DatasetName dataset, String index, String node, ReplicaPublication.Shown shown) {
        return new PublicationView(
                dataset.instanceId(), index, shown.collection(), node, shown.files(), shown.shown(), shown.sent());
    }

    private static DatasetName version(String written) {
        String text = PlainText.checked("dataset", written, NAME_LENGTH_MAX);
        return DatasetName.read(text)
                .filter(DatasetName::hasVersion)
                .orElseThrow(() -> new MoverException(
                        ErrorCode.INVALID_REQUEST, "dataset names no version; it looks like a.b.c.v20200101"));
    }

    private static URI root(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "root is not an address", e);
        }
    }
}
