package org.bdm.server.api.site;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bdm.core.control.dataset.DataNodeSettingsView;
import org.bdm.core.control.dataset.SetDataNode;
import org.bdm.core.control.dataset.StagingSettings;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.NodePreference;
import org.bdm.core.source.http.node.NodePolicy;
import org.bdm.core.source.http.node.TapePolicy;
import org.bdm.core.source.http.node.TapePolicy.PathPrefix;
import org.bdm.core.source.http.node.TapePolicy.Staging;
import org.bdm.server.api.http.Audited;
import org.bdm.server.api.http.AuditedDetail;
import org.bdm.server.api.http.CallerAuthentication;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.catalog.site.DataNodeRule;
import org.bdm.server.catalog.site.DataNodeRuleChange;
import org.bdm.server.catalog.site.StagingChange;
import org.bdm.server.catalog.site.StagingRule;
import org.bdm.server.message.Answers;
import org.bdm.server.message.PlainText;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The settings of data nodes that are changed while the server runs. */
@RestController
@RequestMapping(RouteRoles.API + "/data-nodes/{host}/settings")
@Tag(name = "sites")
public class DataNodeSettingsResource {
    private final Catalog catalog;
    private final PlaceRuleViews places;
    private final LinkSources links;

    DataNodeSettingsResource(Catalog catalog, PlaceRuleViews places, LinkSources links) {
        this.catalog = catalog;
        this.places = places;
        this.links = links;
    }

    @GetMapping
    @Needs(Role.READER)
    @Operation(operationId = "getDataNodeSettings", summary = "The settings of a data node that somebody changed")
    DataNodeSettingsView get(@PathVariable String host) {
        return catalog.dataNodeRules()
                .find(host)
                .map(DataNodeSettingsResource::view)
                .orElseThrow(() -> none(host));
    }

    @PutMapping(consumes = "application/json")
    @Needs(Role.OPERATOR)
    @Audited("changed the settings of the data node {host}")
    @Operation(
            operationId = "setDataNode",
            summary = "Changes connections, preference, certificates, token, patience or staging of a data node",
            description =
                    "What the request leaves out stays as it is. It takes effect within 2 s, for new requests; the server tries a data node that it left alone for failures again at once. No answer contains the token.")
    DataNodeSettingsView set(@PathVariable String host, @RequestBody SetDataNode wanted) {
        requireDataNode(host);
        DataNodeRuleChange change = new DataNodeRuleChange(
                host,
                connections(wanted.connections()),
                preference(wanted.preference()),
                ca(host, wanted.caPem()),
                token(wanted.token()),
                patience(wanted.patienceSeconds()),
                staging(wanted.staging()),
                note(wanted.note()),
                CallerAuthentication.current().owner());
        AuditedDetail.note(changed(wanted));
        return view(Answers.durable(catalog.dataNodeRules().set(change)));
    }

    @DeleteMapping
    @Needs(Role.OPERATOR)
    @Audited("removed the settings of the data node {host}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "unsetDataNode", summary = "Removes the settings of a data node: those of the start count")
    void unset(@PathVariable String host) {
        if (!Answers.durable(catalog.dataNodeRules().remove(host))) throw none(host);
    }

    static DataNodeSettingsView view(DataNodeRule rule) {
        return new DataNodeSettingsView(
                rule.node(),
                rule.connections(),
                rule.preference().name().toLowerCase(Locale.ROOT),
                !rule.caPem().isEmpty(),
                !rule.token().isEmpty(),
                rule.patienceSeconds(),
                stagingView(rule.staging()),
                rule.note(),
                rule.changedBy(),
                rule.changedAt());
    }

    private void requireDataNode(String host) {
        boolean isOther =
                places.isPaired(host) || host.equals(places.own().name().value()) || host.equals(Limit.EVERYTHING);
        if (isOther) throw invalid("'" + host + "' is not a data node");
        links.requireKnown(host);
    }

    private static @Nullable Integer connections(@Nullable Integer wanted) {
        if (wanted == null || (wanted >= 0 && wanted <= NodePolicy.CONNECTIONS_MAX)) return wanted;
        throw invalid(
                "connections is " + wanted + ", but is 1 to " + NodePolicy.CONNECTIONS_MAX + ", or 0 as at the start");
    }

    private static @Nullable NodePreference preference(@Nullable String wanted) {
        return wanted == null ? null : JobSettings.constant("preference", wanted, NodePreference.USUAL);
    }

    private static @Nullable String ca(String host, @Nullable String pem) {
        if (pem == null || pem.isEmpty()) return pem;
        if (pem.length() > DataNodeRule.CA_LENGTH_MAX)
            throw invalid("caPem is longer than " + DataNodeRule.CA_LENGTH_MAX + " characters");
        NodePolicy.NONE.extraCa(pem).requireUsable(host);
        return pem;
    }

    private static @Nullable String token(@Nullable String token) {
        if (token == null) return null;
        if (token.length() > DataNodeRule.TOKEN_LENGTH_MAX)
            throw invalid("token is longer than " + DataNodeRule.TOKEN_LENGTH_MAX + " characters");
        if (token.chars().anyMatch(c -> c <= ' ' || c > '~'))
            throw invalid("token has a blank or a character that no bearer token has");
        return token;
    }

    private static @Nullable Long patience(@Nullable Long wanted) {
        long most = NodePolicy.PATIENCE_MAX.toSeconds();
        if (wanted == null || (wanted >= 0 && wanted <= most)) return wanted;
        throw invalid("patienceSeconds is " + wanted + ", but is 1 to " + most + ", or 0 as at the start");
    }

    private static @Nullable String note(@Nullable String note) {
        return note == null ? null : PlainText.checked("note", note, Limit.NOTE_LENGTH_MAX);
    }

    /** Names what is changed, without secrets. */
    private static String changed(SetDataNode wanted) {
        List<String> changed = new ArrayList<>();
        if (wanted.connections() != null) changed.add("connections " + wanted.connections());
        if (wanted.preference() != null) changed.add("preference " + wanted.preference());
        if (wanted.caPem() != null) changed.add(wanted.caPem().isEmpty() ? "certificates removed" : "certificates");
        if (wanted.token() != null) changed.add(wanted.token().isEmpty() ? "token removed" : "token");
        if (wanted.patienceSeconds() != null) changed.add("patience " + wanted.patienceSeconds() + " s");
        changed.addAll(stagingChanged(wanted.staging()));
        if (wanted.note() != null) changed.add("note: " + wanted.note());
        if (changed.isEmpty()) throw invalid("nothing is changed");
        return String.join("; ", changed);
    }

    /**
     * Returns the change.
     *
     * @throws MoverException INVALID_REQUEST for a value that cannot be
     */
    private static StagingChange staging(@Nullable StagingSettings wanted) {
        if (wanted == null) return StagingChange.NONE;
        try {
            String way = wanted.way();
            if (way != null && !way.isEmpty()) way = Staging.of(way).text();
            String prefix = wanted.prefix();
            if (prefix != null && !prefix.isEmpty())
                PathPrefix.of(PlainText.checked("staging.prefix", prefix, StagingRule.PREFIX_LENGTH_MAX));
            return new StagingChange(
                    way, stagingPatience(wanted.patienceSeconds()), stagingWindow(wanted.window()), prefix);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static @Nullable Long stagingPatience(@Nullable Long wanted) {
        long most = TapePolicy.PATIENCE_MAX.toSeconds();
        if (wanted == null || (wanted >= 0 && wanted <= most)) return wanted;
        throw new IllegalArgumentException(
                "staging.patienceSeconds is " + wanted + ", but is 1 to " + most + ", or 0 as at the start");
    }

    private static @Nullable Integer stagingWindow(@Nullable Integer wanted) {
        if (wanted == null || (wanted >= 0 && wanted <= TapePolicy.WINDOW_MAX)) return wanted;
        throw new IllegalArgumentException(
                "staging.window is " + wanted + ", but is 1 to " + TapePolicy.WINDOW_MAX + ", or 0 as at the start");
    }

    private static StagingSettings stagingView(StagingRule rule) {
        return new StagingSettings(rule.way(), rule.patienceSeconds(), rule.window(), rule.prefix());
    }

    /** Returns what is changed, in words. */
    private static List<String> stagingChanged(@Nullable StagingSettings wanted) {
        List<String> changed = new ArrayList<>();
        if (wanted == null) return changed;
        if (wanted.way() != null) changed.add("staging " + said(wanted.way()));
        if (wanted.patienceSeconds() != null) changed.add("staging patience " + wanted.patienceSeconds() + " s");
        if (wanted.window() != null) changed.add("staging window " + wanted.window());
        if (wanted.prefix() != null) changed.add("staging prefix " + said(wanted.prefix()));
        return changed;
    }

    private static String said(String value) {
        return value.isEmpty() ? "removed" : value;
    }

    private static MoverException none(String host) {
        return new MoverException(ErrorCode.NOT_FOUND, "nobody changed the settings of the data node '" + host + "'");
    }

    private static MoverException invalid(String detail) {
        return new MoverException(ErrorCode.INVALID_REQUEST, detail);
    }
}
