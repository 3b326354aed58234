package org.bdm.server.intake;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.replica.Copy;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.server.access.WebSources;
import org.bdm.server.catalog.JobItem;
import org.bdm.server.catalog.NumberedItem;
import org.jspecify.annotations.Nullable;

/**
 * What is known of items that data nodes have before anything is fetched. An index that tells the size is believed until the bytes come;
 * otherwise the data node is asked, of many items at once. Belongs to the listing's thread.
 */
final class WebLooks {
    private static final int AHEAD_MAX = 64;
    private static final int MODE = 0644;
    private static final long WAIT_SECONDS_MAX = 120;
    private static final FileName ANY_NAME = FileName.ofUtf8("file");

    private final WebSources web;
    private final BooleanSupplier mayGoOn;
    private final Map<Integer, CompletionStage<DirectoryEntry>> ahead = new HashMap<>(); // by number of the item

    WebLooks(WebSources web, BooleanSupplier mayGoOn) {
        this.web = web;
        this.mayGoOn = mayGoOn;
    }

    /** Asks for items that come next: called for every item of a job, so it looks at few, and at none of a site. */
    void askAhead(Collection<NumberedItem> next) {
        int looked = 0;
        for (NumberedItem item : next) {
            if (!item.item().isFromWeb() || ++looked > AHEAD_MAX || ahead.size() >= AHEAD_MAX) return;
            if (mustAsk(item.item()) && !ahead.containsKey(item.number())) ahead.put(item.number(), ask(item.item()));
        }
    }

    private static boolean mustAsk(JobItem item) {
        return item.isFromWeb() && item.size() == JobItem.SIZE_UNKNOWN;
    }

    private CompletionStage<DirectoryEntry> ask(JobItem item) {
        try {
            return web.look(Copy.location(item.source()));
        } catch (MoverException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * What is known of an item whose turn has come; null if the listing must stop before that is known.
     *
     * @param now modification time of a file whose publisher tells none
     * @throws MoverException what the data node could not do
     */
    @Nullable DirectoryEntry of(NumberedItem item, Instant now) {
        if (!mustAsk(item.item())) return new DirectoryEntry(ANY_NAME, published(item.item(), now), null);
        CompletionStage<DirectoryEntry> asked = ahead.remove(item.number());
        CompletableFuture<DirectoryEntry> answer = (asked == null ? ask(item.item()) : asked).toCompletableFuture();
        for (long second = 0; second < WAIT_SECONDS_MAX && mayGoOn.getAsBoolean(); second++) {
            try {
                return answer.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                continue;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException | CompletionException e) {
                throw failure(e);
            }
        }
        if (!mayGoOn.getAsBoolean()) return null;
        throw new MoverException(ErrorCode.TIMED_OUT, item.item().source() + " did not answer for two minutes");
    }

    private static FileStatus published(JobItem item, Instant now) {
        Instant modified = item.modified() == null ? now : item.modified();
        return new FileStatus(FileKind.FILE, new FileVersion(item.size(), modified, Instant.EPOCH, 0), MODE, null);
    }

    private static MoverException failure(Exception e) {
        Throwable cause = e.getCause();
        while (cause instanceof CompletionException && cause.getCause() != null) cause = cause.getCause();
        if (cause instanceof MoverException known) return known;
        return new MoverException(ErrorCode.INTERNAL, "a data node was not asked: " + cause, e);
    }
}
