package org.bdm.server.campaign;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bdm.core.control.site.SiteGrantsView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.SiteName;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.site.access.SiteCalls;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks a paired site what it lets this one read and write, and answers the same question. Any thread that may block. */
public final class PeerGrants {
    static final String LIST = "grants.list";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final byte[] NO_BODY = "{}".getBytes(StandardCharsets.UTF_8);

    private final SiteCalls calls;

    /** Asks through these calls. */
    public PeerGrants(SiteCalls calls) {
        this.calls = calls;
    }

    /**
     * Returns what the site lets this one do, which may be nothing.
     *
     * @throws MoverException errors of the connection; UNSUPPORTED for a site of an earlier version
     */
    public SiteGrantsView of(SiteName site) {
        try {
            SiteGrantsView told = JSON.readValue(calls.call(site, LIST, NO_BODY), SiteGrantsView.class);
            return new SiteGrantsView(site.value(), told.read(), told.write());
        } catch (JacksonException e) {
            throw new MoverException(
                    ErrorCode.PROTOCOL_VIOLATION, "the answer of site '" + site + "' does not say what it grants", e);
        } catch (MoverException e) {
            if (e.code() == ErrorCode.UNSUPPORTED)
                throw new MoverException(
                        ErrorCode.UNSUPPORTED,
                        "site '" + site
                                + "' is of an earlier version, which does not say what it grants; ask there with"
                                + " 'bdm-client site list'",
                        e);
            throw e;
        }
    }

    /** The answer for a site with these rights here. */
    static byte[] answer(SiteName from, List<SiteGrant> grants) {
        return JSON.writeValueAsBytes(
                new SiteGrantsView(from.value(), shown(grants, GrantVerb.READ), shown(grants, GrantVerb.WRITE)));
    }

    private static List<String> shown(List<SiteGrant> grants, GrantVerb verb) {
        return grants.stream()
                .filter(grant -> grant.verb() == verb)
                .map(grant -> grant.export()
                        + (grant.prefix().isRoot() ? "" : "/" + grant.prefix().shown()))
                .sorted()
                .toList();
    }
}
