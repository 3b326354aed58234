package org.bdm.server.site.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.site.GrantVerb;
import org.bdm.server.catalog.site.Invitation;
import org.bdm.server.catalog.site.LentAccess;
import org.bdm.server.catalog.site.Site;
import org.bdm.server.catalog.site.SiteGrant;
import org.bdm.server.catalog.site.SiteRelation;

/**
 * Pairs two sites: one invites, the other shows the invitation at the first one's data port, over TLS with the key that
 * the invitation names. Afterwards each has pinned the other's key. Any thread that may block.
 */
public final class Pairing {
    private static final Duration INVITATION_LIFETIME = Duration.ofHours(24);
    private static final int REQUEST_BYTES_MAX = 1024;

    private final Catalog catalog;
    private final LocalExports exports;
    private final PeerTrust trust;
    private final PairingCaller caller;
    private final OwnSite own;
    private final Clock clock;
    private final SecureRandom random;
    private final AuditTrail audit;
    private final FailedLogins refusals;

    /** With its parts. */
    public Pairing(
            Catalog catalog,
            LocalExports exports,
            PeerTrust trust,
            PairingCaller caller,
            OwnSite own,
            Clock clock,
            SecureRandom random) {
        this.catalog = catalog;
        this.exports = exports;
        this.trust = trust;
        this.caller = caller;
        this.own = own;
        this.clock = clock;
        this.random = random;
        this.audit = new AuditTrail(catalog, clock);
        this.refusals = new FailedLogins(clock);
    }

    /**
     * An invitation that was made.
     *
     * @param code to be handed over; it is not kept and cannot be shown again
     */
    public record Invited(String code, Invitation invitation) {}

    /** Invites a site that may read and have nothing written. */
    public Invited invite(SiteName site, List<String> read) {
        return invite(site, read, List.of());
    }

    /**
     * Invites a site.
     *
     * @param read what it may read: {@code EXPORT[/prefix]}, {@code *} for all exports, and what of this site's access elsewhere it may use,
     *     see {@link LentAccess}
     * @param write where it may submit jobs to; EXPORT_READ_ONLY for an export that nobody writes to
     */
    public Invited invite(SiteName site, List<String> read, List<String> write) {
        if (site.equals(own.name()))
            throw new MoverException(ErrorCode.INVALID_REQUEST, "a site does not invite itself");
        byte[] secret = new byte[InvitationCode.SECRET_BYTES];
        random.nextBytes(secret);
        Instant expires = clock.instant().plus(INVITATION_LIFETIME);
        Invitation invitation = Durable.await(
                catalog.sites().invite(new Invitation(sha256(secret), site, grants(site, read, write), expires, null)));
        trust.reload();
        return new Invited(new InvitationCode(own.name(), own.dataAddress(), own.node(), secret).write(), invitation);
    }

    /** When an invitation was made. */
    public static Instant madeAt(Invitation invitation) {
        return invitation.expiresAt().minus(INVITATION_LIFETIME);
    }

    /** Revokes an unused invitation; gives whether there was one. */
    public boolean uninvite(Checksum secretSha256) {
        boolean wasOpen = Durable.await(catalog.sites().uninvite(secretSha256));
        trust.reload();
        return wasOpen;
    }

    /** Takes up an invitation of another site, which may read here and have nothing written. */
    public Site add(SiteName name, String code, List<String> read) {
        return add(name, code, read, List.of());
    }

    /** Takes up an invitation of another site, with the rights of that one here; as {@link #invite(SiteName, List, List)}. */
    public Site add(SiteName name, String code, List<String> read, List<String> write) {
        InvitationCode invitation = InvitationCode.parse(code);
        if (!invitation.site().equals(name)) {
            throw new MoverException(
                    ErrorCode.INVITATION_INVALID,
                    "the invitation is from site '" + invitation.site() + "', not from '" + name + "'");
        }
        if (name.equals(own.name()))
            throw new MoverException(ErrorCode.INVITATION_INVALID, "this is the own invitation of " + name);
        List<SiteGrant> grants = grants(name, read, write);
        refuseForeignKey(name, invitation.node());
        Durable.await(caller.show(invitation.dataAddress(), invitation.node(), request(invitation.secret()))
                .toCompletableFuture());
        Site site = Durable.await(catalog.sites()
                .put(new Site(
                        name, invitation.node(), invitation.dataAddress(), null, SiteRelation.PEER, clock.instant())));
        Durable.await(catalog.sites().grant(name, grants));
        trust.reload();
        return site;
    }

    /** One key stands for one site: or it would not be known whose right is asked for. */
    private void refuseForeignKey(SiteName site, NodeId node) {
        trust.siteOf(node).filter(known -> !known.equals(site)).ifPresent(known -> {
            throw new MoverException(
                    ErrorCode.INVITATION_INVALID, "the key of site '" + site + "' is pinned here for '" + known + "'");
        });
    }

    private byte[] request(byte[] secret) {
        byte[] address = own.dataAddress().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(secret.length + address.length)
                .put(secret)
                .put(address)
                .array();
    }

    /**
     * Another site shows an invitation of ours at our data port. Shown again by the same site with the same key, it is accepted again: the
     * first answer may have been lost. INVITATION_INVALID for all else.
     *
     * @param node the key that TLS proved
     * @param request what {@link PairingCaller#show} sent
     * @param from the address of the caller, for the audit log
     */
    public CompletableFuture<Void> accept(SiteName site, NodeId node, byte[] request, String from) {
        CompletableFuture<Invitation> accepted;
        try {
            accepted = accepted(site, node, request);
        } catch (MoverException e) {
            refused(site, node, from, e);
            throw e;
        }
        return accepted.whenComplete((invitation, failure) -> {
                    if (failure == null) paired(invitation, node, from);
                    else if (cause(failure) instanceof MoverException e) refused(site, node, from, e);
                })
                .thenAcceptAsync(invitation -> trust.reload());
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private void paired(Invitation invitation, NodeId node, String from) {
        String rights = invitation.grants().stream()
                .map(grant -> grant.verb() + " "
                        + (grant.lent() == null
                                ? grant.export() + "/" + grant.prefix().shown()
                                : grant.lent()))
                .collect(Collectors.joining(", "));
        String site = invitation.site().value();
        audit.note("site " + site, "PAIRED", site, "OK", from, "key " + node + " may " + rights);
    }

    /** Strangers may try while an invitation is open: as many lines as for wrong tokens. */
    private void refused(SiteName site, NodeId node, String from, MoverException reason) {
        if (refusals.refused(from).refusals() > FailedLogins.PER_MINUTE_MAX + 1) return;
        String detail = "key " + node + ": " + reason.detail();
        audit.note("unknown", "REFUSED", "pairing as " + site, reason.code().name(), from, detail);
    }

    private CompletableFuture<Invitation> accepted(SiteName site, NodeId node, byte[] request) {
        if (request.length <= InvitationCode.SECRET_BYTES || request.length > REQUEST_BYTES_MAX) {
            throw new MoverException(ErrorCode.INVITATION_INVALID, "an invitation was shown in the wrong form");
        }
        ByteBuffer in = ByteBuffer.wrap(request);
        byte[] secret = new byte[InvitationCode.SECRET_BYTES];
        in.get(secret);
        String address = StandardCharsets.UTF_8.decode(in).toString();
        DataAddress.parse(address); // a stranger's words: refused here rather than when it is dialled
        refuseForeignKey(site, node);
        Site added = new Site(site, node, address, null, SiteRelation.PEER, clock.instant());
        return catalog.sites().accept(sha256(secret), added);
    }

    /** Forgets a site: its key is no longer accepted. */
    public boolean remove(SiteName site) {
        boolean wasThere = Durable.await(catalog.sites().remove(site));
        trust.reload();
        return wasThere;
    }

    private List<SiteGrant> grants(SiteName site, List<String> read, List<String> write) {
        List<SiteGrant> grants = new ArrayList<>();
        for (String text : read) grants.addAll(grants(site, text, GrantVerb.READ));
        for (String text : write) grants.addAll(grants(site, text, GrantVerb.WRITE));
        return grants;
    }

    private List<SiteGrant> grants(SiteName site, String text, GrantVerb verb) {
        if (verb == GrantVerb.READ && LentAccess.isMeant(text)) {
            return List.of(SiteGrant.lending(site, LentAccess.parse(text)));
        }
        if (text.equals("*")) {
            return exports.names().stream()
                    .filter(export -> verb == GrantVerb.READ || exports.isWritableAnywhere(export))
                    .map(export -> new SiteGrant(site, export, StorePath.ROOT, verb))
                    .toList();
        }
        int slash = text.indexOf('/');
        ExportName export = exportName(slash < 0 ? text : text.substring(0, slash));
        StorePath prefix = slash < 0 ? StorePath.ROOT : StorePath.ofUtf8(text.substring(slash + 1));
        if (verb == GrantVerb.READ) exports.require(export);
        else exports.requireWritable(export);
        return List.of(new SiteGrant(site, export, prefix, verb));
    }

    private static ExportName exportName(String text) {
        try {
            return new ExportName(text);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private static Checksum sha256(byte[] secret) {
        RunningDigest digest = RunningDigest.of(ChecksumAlgorithm.SHA256);
        digest.update(ByteBuffer.wrap(secret));
        return digest.finish();
    }
}
