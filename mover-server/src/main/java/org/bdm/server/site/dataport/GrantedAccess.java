package org.bdm.server.site.dataport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.Grant;
import org.bdm.core.identity.PinnedPeers;
import org.bdm.core.identity.Ticket;
import org.bdm.core.identity.TicketVerifier;
import org.bdm.core.serve.Access;
import org.bdm.core.serve.AccessCheck;
import org.bdm.core.serve.BenchStore;
import org.bdm.core.serve.FileSample;
import org.bdm.core.store.RecallingStore;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.PeerIdentity;
import org.bdm.core.wire.Frame;
import org.bdm.server.site.access.GrantsOfSites;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.PeerContacts;

/** Lets a peer read what its ticket names, as far as this site granted it to the site that signed the ticket. */
public final class GrantedAccess implements AccessCheck {
    private static final long BENCH_BYTES_MAX = 1L << 40;
    private static final int BENCHES_KEPT = 16;

    private final TicketVerifier verifier;
    private final PinnedPeers pins;
    private final GrantsOfSites grants;
    private final LocalExports exports;
    private final PeerContacts contacts;
    private final boolean givesBenches;
    private final Map<String, BenchStore> benches = new LinkedHashMap<>(); // of the last sessions; guarded by itself

    /**
     * With its parts.
     *
     * @param givesBenches whether sites that may read may also measure the path
     */
    public GrantedAccess(
            TicketVerifier verifier,
            PinnedPeers pins,
            GrantsOfSites grants,
            LocalExports exports,
            PeerContacts contacts,
            boolean givesBenches) {
        this.givesBenches = givesBenches;
        this.contacts = contacts;
        this.verifier = verifier;
        this.pins = pins;
        this.grants = grants;
        this.exports = exports;
    }

    @Override
    public Access check(Frame.Hello hello, PeerIdentity peer) {
        byte[] ticket = hello.ticket()
                .orElseThrow(
                        () -> new MoverException(ErrorCode.NOT_AUTHENTICATED, "a stream was opened without a ticket"));
        return renew(hello, ticket, peer);
    }

    @Override
    public Access renew(Frame.Hello hello, byte[] signed, PeerIdentity peer) {
        Optional<NodeId> proven = peer.provenNode();
        if (proven.isPresent()) checkSite(hello.site(), proven.get());
        Ticket ticket = verifier.verify(signed, hello.session(), proven);
        contacts.seen(ticket.issuer());
        if (ticket.grants().stream().anyMatch(wanted -> wanted.verb() == Grant.Verb.BENCH))
            return bench(ticket, hello.session());
        Map<String, List<StorePath>> prefixes = new HashMap<>();
        boolean mayCall = false;
        for (Grant wanted : ticket.grants()) {
            if (wanted.verb() == Grant.Verb.WRITE) {
                // Which call is allowed is decided when it comes; who may read may ask what.
                mayCall |= grants.mayWriteAnything(ticket.issuer()) || grants.mayReadAnything(ticket.issuer());
                continue;
            }
            List<StorePath> allowed = grants.readable(ticket.issuer(), wanted.export(), wanted.prefix());
            if (!allowed.isEmpty()) {
                prefixes.computeIfAbsent(wanted.export().value(), any -> new ArrayList<>())
                        .addAll(allowed);
            }
        }
        if (prefixes.isEmpty() && !mayCall) {
            refuseCalls(ticket);
            ticket.grants().forEach(wanted -> refuseUnlessHere(wanted.export()));
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    "site " + ticket.issuer() + " has no grant here to read " + wantedText(ticket));
        }
        Map<String, Access.Readable> readable = new HashMap<>();
        prefixes.forEach((export, paths) ->
                readable.put(export, new Access.Readable(readBySites(new ExportName(export)), paths)));
        Access.Limits limits = new Access.Limits(ticket.streamsMax(), ticket.bytesMax());
        return new Access(ticket.issuer(), readable, limits, ticket.expiry());
    }

    /** The store of an export for jobs of other sites: they wait for what is offline, and ask again. */
    private Store readBySites(ExportName export) {
        Store store = exports.find(export).store();
        return store.mayHaveOffline() ? new RecallingStore(store) : store;
    }

    /** Gives a measurement to a site that may read; bytes and time are bounded, whatever the ticket says. */
    private Access bench(Ticket ticket, String session) {
        if (!givesBenches) {
            throw new MoverException(ErrorCode.NOT_ALLOWED, "this site allows no measurements (--bench off)");
        }
        if (!grants.mayReadAnything(ticket.issuer())) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    "site " + ticket.issuer() + " has no grant here to read; only who may read may measure");
        }
        long bytesMax = ticket.bytesMax() == Access.Limits.ANY_BYTES
                ? BENCH_BYTES_MAX
                : Math.min(ticket.bytesMax(), BENCH_BYTES_MAX);
        BenchStore store = benchStore(ticket.issuer(), session);
        Map<String, Access.Readable> pattern = new HashMap<>();
        for (Grant wanted : ticket.grants()) {
            if (wanted.verb() == Grant.Verb.BENCH)
                pattern.put(wanted.export().value(), new Access.Readable(store, List.of(StorePath.ROOT)));
        }
        return new Access(ticket.issuer(), pattern, new Access.Limits(ticket.streamsMax(), bytesMax), ticket.expiry());
    }

    /** All streams of a session read the same files. */
    private BenchStore benchStore(SiteName site, String session) {
        synchronized (benches) {
            BenchStore known =
                    benches.computeIfAbsent(site + " " + session, first -> new BenchStore(() -> sampleFor(site)));
            if (benches.size() > BENCHES_KEPT)
                benches.remove(benches.keySet().iterator().next());
            return known;
        }
    }

    /** Files that the site may read anyway. */
    private FileSample sampleFor(SiteName site) {
        Map<String, Access.Readable> places = new LinkedHashMap<>();
        for (LocalExports.Export export : exports.all()) {
            List<StorePath> prefixes = grants.readable(site, export.name(), StorePath.ROOT);
            if (!prefixes.isEmpty()) places.put(export.name().value(), new Access.Readable(export.store(), prefixes));
        }
        return FileSample.find(places);
    }

    /** Which exports a site may write to is looked at when it submits a job; here it is only known to be one of those that may. */
    private static void refuseCalls(Ticket ticket) {
        if (ticket.grants().stream().allMatch(wanted -> wanted.verb() == Grant.Verb.WRITE)) {
            throw new MoverException(
                    ErrorCode.NOT_ALLOWED,
                    "site " + ticket.issuer() + " may not submit jobs here: nothing may be written for it;"
                            + " pair again with 'site invite " + ticket.issuer() + " --write EXPORT'");
        }
    }

    /** A paired site is told that a name is wrong, or that this node does not have the export; which nodes do is no concern of its. */
    private void refuseUnlessHere(ExportName export) {
        exports.requireKnown(export);
        if (exports.isHere(export)) return;
        throw new MoverException(
                ErrorCode.EXPORT_ELSEWHERE, "export '" + export + "' is at other nodes of this site, not at this one");
    }

    private void checkSite(SiteName named, NodeId proven) {
        SiteName pinned = pins.siteOf(proven)
                .orElseThrow(() ->
                        new MoverException(ErrorCode.PEER_NOT_PINNED, "the key " + proven + " is not pinned here"));
        if (pinned.equals(named)) return;
        throw new MoverException(
                ErrorCode.PEER_NOT_PINNED,
                "the HELLO names the site " + named + ", and the key " + proven + " is pinned for " + pinned);
    }

    private static String wantedText(Ticket ticket) {
        Grant first = ticket.grants().get(0);
        return first.export() + first.prefix().toString();
    }
}
