package org.bdm.client;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bdm.core.control.Problem;
import org.bdm.core.control.site.AcceptInvitation;
import org.bdm.core.control.site.CreateInvitation;
import org.bdm.core.control.site.ExportView;
import org.bdm.core.control.site.InvitationView;
import org.bdm.core.control.site.SiteView;
import org.bdm.core.fault.ErrorCode;

/** Pairing by one person who has a token for both sites: both halves of an invitation at once, read on all exports both ways. */
public final class SitePairing {
    private SitePairing() {}

    /**
     * The other site as the own one now knows it.
     *
     * @throws ServerRefusal also when the other site calls itself by another name than the one given
     */
    public static SiteView bothWays(MoverApi own, MoverApi other, String otherName) {
        String called = other.version().site();
        if (!called.equals(otherName)) {
            String detail = "the site at that address has the name " + called + ", not " + otherName;
            String code = ClientCode.SITE_NAME_DIFFERS.name();
            throw new ServerRefusal(
                    new Problem(null, null, 409, detail, code, null, "Repeat the command with that name.", List.of()));
        }
        String ownName = own.version().site();
        InvitationView invitation = invitation(other, called, ownName);
        return own.addSite(
                new AcceptInvitation(otherName, invitation.codeOfNew(), exportNames(own, ownName), List.of()));
    }

    private static InvitationView invitation(MoverApi other, String called, String ownName) {
        try {
            return other.invite(new CreateInvitation(ownName, exportNames(other, called), List.of()));
        } catch (ServerRefusal refusal) {
            Problem said = refusal.problem();
            if (!said.code().equals(ErrorCode.NOT_AUTHENTICATED.name())) throw refusal;
            String detail = "site " + called + " does not accept the token that was given for it: " + said.detail();
            String advice = "Give --peer-token-file a token of that site, as admin.token in the home of its server.";
            throw new ServerRefusal(
                    new Problem(null, null, said.status(), detail, said.code(), null, advice, List.of()));
        }
    }

    private static List<String> exportNames(MoverApi api, String site) {
        List<String> names = new ArrayList<>();
        for (Iterator<ExportView> exports = api.exports(); exports.hasNext(); ) {
            ExportView export = exports.next();
            if (site.equals(export.site())) names.add(export.name());
        }
        return names;
    }
}
