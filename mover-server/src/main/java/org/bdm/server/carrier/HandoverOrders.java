package org.bdm.server.carrier;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.handover.HandedFile;
import org.bdm.server.catalog.handover.HandedFileState;
import org.bdm.server.catalog.handover.Handover;
import org.bdm.server.catalog.handover.HandoverState;
import org.bdm.server.catalog.handover.HandoverSteps;
import org.bdm.server.catalog.handover.Handovers;
import org.bdm.server.dataset.replica.DatasetResolver;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.Resolved;
import org.bdm.server.interchange.write.GlobusBatchWriter;
import org.bdm.server.interchange.write.ManifestFile;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;

/** The requests of people about handovers: make them, hand over again, compare, cancel, write the list. Any thread that may block. */
public final class HandoverOrders {
    /** Most files of one request, over all of its handovers. */
    public static final int FILES_MAX = 100_000;

    private final Catalog catalog;
    private final Handovers handovers;
    private final HandoverSteps steps;
    private final Carriers carriers;
    private final DatasetResolver resolver;
    private final LocalExports exports;
    private final OwnSite own;

    /** With its parts. */
    public HandoverOrders(
            Catalog catalog, Carriers carriers, DatasetResolver resolver, LocalExports exports, OwnSite own) {
        this.catalog = catalog;
        this.handovers = catalog.handovers();
        this.steps = catalog.handoverSteps();
        this.carriers = carriers;
        this.resolver = resolver;
        this.exports = exports;
        this.own = own;
    }

    /**
     * A request.
     *
     * @param selection what was asked for, in words
     * @param acceptsIncomplete whether an index that did not answer in full is no obstacle
     */
    public record Wish(
            String owner,
            String carrier,
            Endpoint destination,
            DatasetWishes wishes,
            String selection,
            boolean acceptsIncomplete) {}

    /**
     * The outcome of a request.
     *
     * @param made the new handovers, one for each source and at most {@link Handovers#FILES_MAX} files
     * @param underWay files that are missing here, and in another handover already
     * @param overHttp files that are missing here, and that a job fetches
     * @param nowhere files that are missing here, and that neither a job nor this carrier can bring
     */
    public record Made(List<Handover> made, long underWay, long overHttp, long nowhere) {
        /** Copies the list. */
        public Made {
            made = List.copyOf(made);
        }
    }

    /**
     * Asks the indexes, and hands over what is missing here, has no copy over HTTP, and the carrier can read. Repeated, it makes no second
     * handover of a file.
     *
     * @throws MoverException NOT_FOUND for an unknown carrier; DESTINATION_NOT_LOCAL, UNKNOWN_EXPORT, INVALID_REQUEST for a destination that
     *     the carrier does not write to; UNKNOWN_DATASET; INDEX_INCOMPLETE; TOO_LARGE
     */
    public Made order(Wish wish) {
        Carrier carrier = carriers.existing(wish.carrier());
        checkDestination(wish.destination(), carrier);
        WantedFiles wanted = new WantedFiles(catalog, carrier, wish.destination(), FILES_MAX);
        Resolved resolved = resolver.resolve(wish.wishes(), DatasetResolver.Keeping.STORED, wanted::add);
        resolved.refuseUnknownFacets(wish.wishes().queries());
        if (!resolved.unknown().isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNKNOWN_DATASET,
                    "no index knows " + resolved.unknown().get(0));
        }
        if (!resolved.isComplete() && !wish.acceptsIncomplete()) {
            throw new MoverException(
                    ErrorCode.INDEX_INCOMPLETE,
                    "an index did not answer in full, so that files may be missing in the list: "
                            + resolved.warnings().get(0).text());
        }
        List<Handover> made = new ArrayList<>();
        wanted.bySource().forEach((source, files) -> {
            for (int from = 0; from < files.size(); from += Handovers.FILES_MAX) {
                List<WantedFiles.Wanted> part = files.subList(from, Math.min(files.size(), from + Handovers.FILES_MAX));
                made.add(add(wish, source, part));
            }
        });
        return new Made(made, wanted.underWay(), wanted.overHttp(), wanted.nowhere());
    }

    private void checkDestination(Endpoint destination, Carrier carrier) {
        if (!destination.site().equals(own.name())) {
            throw new MoverException(
                    ErrorCode.DESTINATION_NOT_LOCAL,
                    "the destination is site '" + destination.site() + "', but this is site '" + own.name() + "'");
        }
        exports.require(destination.export());
        if (!carrier.place().holds(destination.export(), destination.path())) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "the carrier does not write to " + destination + ": its directory is 'bdm://" + own.name() + "/"
                            + carrier.place().export() + "/"
                            + carrier.place().directory().shown() + "'");
        }
    }

    private Handover add(Wish wish, String source, List<WantedFiles.Wanted> part) {
        List<HandedFile> files = new ArrayList<>();
        for (WantedFiles.Wanted one : part) files.add(one.numbered(files.size() + 1));
        Handover.Order order = new Handover.Order(
                wish.owner(), wish.carrier(), source, wish.destination().export(), wish.selection());
        return Durable.await(handovers.add(order, files));
    }

    /**
     * A carrier, for people.
     *
     * @param directory that it writes to
     * @param takesLogin whether a person can let it use an account
     */
    public record KnownCarrier(String name, ExportName export, StorePath directory, boolean takesLogin) {}

    /** Returns the carriers, in the order of the settings. */
    public List<KnownCarrier> carriers() {
        return carriers.names().stream()
                .map(name -> {
                    Carrier carrier = carriers.existing(name);
                    CarrierPlace place = carrier.place();
                    return new KnownCarrier(
                            name,
                            place.export(),
                            place.directory(),
                            carrier.grant().isPresent());
                })
                .toList();
    }

    /**
     * Begins to let a carrier use the account of a person.
     *
     * @throws MoverException NOT_FOUND; UNSUPPORTED for a carrier whose account is not that of a person
     */
    public CarrierLogin beginLogin(String name) {
        return grant(name).begin();
    }

    private GlobusGrant grant(String name) {
        return carriers.existing(name)
                .grant()
                .orElseThrow(() -> new MoverException(
                        ErrorCode.UNSUPPORTED,
                        "carrier '" + name + "' takes no login: only one of the kind globus with token-file does"));
    }

    /**
     * Ends a login; the token is in the file of the carrier.
     *
     * @throws MoverException as {@link #beginLogin}; NOT_FOUND for an attempt that is not open; INVALID_REQUEST with what Globus says of the
     *     code; PERMISSION if the file cannot be written
     */
    public void finishLogin(String name, String attempt, String code) {
        try {
            grant(name).finish(attempt, code);
        } catch (CarrierTrouble e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, e.says(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.STOPPING, "the service is stopping", e);
        }
    }

    /** Begins to cancel one. */
    public CompletableFuture<Handover> cancel(long number) {
        return handovers.cancel(number);
    }

    /** Hands over again what is not there; see {@link Handovers#again}. */
    public CompletableFuture<Handover> again(long number, boolean replaces) {
        carriers.existing(existing(number).order().carrier());
        return handovers.again(number, replaces);
    }

    /**
     * Begins to compare what is there.
     *
     * @throws MoverException NOT_FOUND; ILLEGAL_STATE while this site or a service works on it
     */
    public Handover compare(long number) {
        Handover now = existing(number);
        boolean isAtPerson = now.state() == HandoverState.WAITING
                && carriers.find(now.order().carrier())
                        .map(carrier -> !carrier.hasService())
                        .orElse(true);
        boolean isBegun = (now.state().isFinal() || isAtPerson) && Durable.await(steps.compare(number, false, ""));
        if (isBegun || now.state() == HandoverState.COMPARING) return existing(number);
        throw new MoverException(
                ErrorCode.ILLEGAL_STATE,
                now.id() + " is " + now.state() + ": it is compared when the carrier has ended it; 'bdm-client handover"
                        + " cancel " + now.id() + "' ends it now");
    }

    /** Returns it; NOT_FOUND if there is none. */
    public Handover existing(long number) {
        return handovers
                .find(number)
                .orElseThrow(() -> new MoverException(ErrorCode.NOT_FOUND, "there is no handover-" + number));
    }

    /**
     * Writes the files that a carrier is to bring, or was asked for, as the batch of a Globus transfer; without those that are there.
     *
     * @throws MoverException NOT_FOUND; INVALID_PATH for a name that a line cannot hold
     */
    public void writeList(long number, OutputStream out) throws IOException {
        Handover handover = existing(number);
        CarrierPlace place = carriers.existing(handover.order().carrier()).place();
        GlobusBatchWriter writer = new GlobusBatchWriter(ChecksumAlgorithm.SHA256, "/", out);
        Set<HandedFileState> states = EnumSet.allOf(HandedFileState.class);
        states.removeIf(state -> state.isThere() || state == HandedFileState.OCCUPIED);
        for (HandedFile file : handovers.files(number, states, 0, Handovers.FILES_MAX)) {
            String destination = place.pathOf(file.path());
            writer.add(new ManifestFile(
                    null,
                    destination.substring(1),
                    file.sourcePath(),
                    Math.max(0, file.size()),
                    Instant.EPOCH,
                    file.digests(),
                    null,
                    null,
                    List.of(),
                    null));
        }
        writer.end();
    }
}
