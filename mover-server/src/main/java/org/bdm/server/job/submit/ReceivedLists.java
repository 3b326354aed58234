package org.bdm.server.job.submit;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bdm.core.control.job.JobItem;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.object.ObjectStore;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.job.JobKind;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.catalog.settings.JobSettings;
import org.bdm.server.job.bucket.BucketLimits;
import org.bdm.server.message.EntryErrors;
import org.bdm.server.message.JsonMessages;
import org.bdm.server.message.StreamedList;
import org.bdm.server.message.SubmissionLimits;
import org.bdm.server.site.access.LocalExports;
import org.bdm.server.site.access.OwnSite;

/** Reads and checks the entries of lists, a bounded number of lists at once. Any thread that may block. */
public final class ReceivedLists {
    private final Catalog catalog;
    private final LocalExports exports;
    private final OwnSite own;
    private final JsonMessages messages;
    private final SubmissionLimits limits;
    private final Semaphore streams;

    ReceivedLists(Catalog catalog, LocalExports exports, OwnSite own, JsonMessages messages, SubmissionLimits limits) {
        this.catalog = catalog;
        this.exports = exports;
        this.own = own;
        this.messages = messages;
        this.limits = limits;
        this.streams = new Semaphore(limits.streamsAtOnceMax());
    }

    /**
     * Receives one list.
     *
     * @throws MoverException TOO_MANY_REQUESTS if as many lists as allowed are being received; what {@code reading} throws
     */
    <T> T receive(Supplier<T> reading) {
        if (!streams.tryAcquire()) {
            throw new MoverException(
                    ErrorCode.TOO_MANY_REQUESTS, limits.streamsAtOnceMax() + " lists are being received already");
        }
        try {
            return reading.get();
        } finally {
            streams.release();
        }
    }

    /**
     * Looks where items go.
     *
     * @throws MoverException UNSUPPORTED for settings that a bucket cannot keep
     */
    void refuseInBuckets(JobSettings settings, List<SubmittedItem> items) {
        items.stream()
                .map(item -> Endpoint.parse(item.destination()).export())
                .distinct()
                .filter(exports::isHere)
                .filter(name -> exports.find(name).store() instanceof ObjectStore)
                .forEach(bucket -> BucketLimits.refuse(settings.onConflict(), bucket));
    }

    /**
     * Passes on the entries up to the first one that is refused, reads all of them, and gives how many there are.
     *
     * @param treesAllowed false if every entry is one file
     * @throws MoverException with the first refused entries; TOO_LARGE; what {@code keep} throws
     */
    long read(StreamedList list, boolean treesAllowed, Consumer<SubmittedItem> keep) {
        ItemRules items = itemRules();
        EntryErrors errors = new EntryErrors();
        long read = 0;
        for (StreamedList.Line line = list.next(); line != null; line = list.next()) {
            String name = "line " + line.number();
            read++;
            SubmittedItem checked;
            try {
                JobItem item = messages.read(line.bytes(), line.length(), JobItem.class);
                checked = items.checked(name, JobKind.BATCH, item);
                if (checked.recursive() && !treesAllowed) {
                    throw new MoverException(
                            ErrorCode.UNSUPPORTED, "a list that is sent in parts has files only, no trees");
                }
            } catch (MoverException e) {
                if (e.code() == ErrorCode.TOO_LARGE) throw e;
                errors.add(name, e);
                continue;
            }
            if (errors.isEmpty()) keep.accept(checked);
        }
        if (errors.isEmpty()) together(items, errors);
        errors.throwIfAny();
        return read;
    }

    /** Returns the rules for the items of one request. */
    ItemRules itemRules() {
        return new ItemRules(catalog, exports, own);
    }

    static void together(ItemRules items, EntryErrors errors) {
        try {
            items.checkTogether();
        } catch (MoverException e) {
            errors.add("items", e);
        }
    }
}
