package org.bdm.core.source.http;

import io.netty.channel.EventLoop;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.block.BlockTag;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.DigestVerdict;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpNodes;
import org.bdm.core.source.http.question.HttpLook;
import org.bdm.core.source.http.question.Validators;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of a source: files that are wanted, requests under way, and what becomes of a request that failed. Everything but
 * {@link #mistrust} and the getters is for the source's event loop only.
 */
final class HttpCore implements RangeFetch.Told {
    private static final Logger LOG = LoggerFactory.getLogger(HttpCore.class);
    private static final int MODE = 0644; // HTTP knows none

    private final HttpNodes nodes;
    private final HttpSourceParts parts;
    private final EventLoop loop;
    private final HttpFiles files;
    private final CopyChoice choice;
    private final ValidatorCheck validators;
    private final FileStatuses statuses;
    private final WaitingFiles waiting = new WaitingFiles();
    private final RangesUnderWay running;
    private final AtomicBoolean isPumpDue = new AtomicBoolean();
    private final AtomicInteger itemsOpen = new AtomicInteger();
    private volatile boolean ended;
    private @Nullable SourceListener listener;
    private final GatheredPack pack;
    private final TapeQuestions tapes;
    private final SourceTicks ticks;

    HttpCore(HttpSourceParts parts, EventLoop loop) {
        this.parts = parts;
        this.nodes = parts.nodes();
        this.loop = loop;
        this.pack = new GatheredPack(loop, this::told);
        this.files = new HttpFiles(parts);
        this.running = new RangesUnderWay(parts, files);
        this.choice = new CopyChoice(parts.user(), this::pumpSoon);
        this.validators = new ValidatorCheck(parts.memory(), loop, files, this);
        HttpLook look = new HttpLook(nodes, loop);
        this.statuses = new FileStatuses(look, nodes, files, validators, loop);
        this.tapes = new TapeQuestions(nodes, look, loop);
        Duration tick = nodes.settings().timing().tick();
        this.ticks = new SourceTicks(
                loop, tick, () -> !ended && (itemsOpen.get() > 0 || !running.isEmpty()), this::lookAtDeadlines);
    }

    // ---- any thread ----

    RangesUnderWay running() {
        return running;
    }

    int itemsOpen() {
        return itemsOpen.get();
    }

    boolean isEnded() {
        return ended;
    }

    DigestVerdict mistrust(FileId file, Epoch epoch, Checksum expected, Checksum found, int triesBefore) {
        return files.trials().mistrust(file, epoch, expected, found, triesBefore);
    }

    /** Some of its methods are for any thread. */
    HttpFiles files() {
        return files;
    }

    // ---- calls ----

    void open(SourceListener told) {
        if (listener != null) throw new IllegalStateException("the source was opened before");
        listener = told;
    }

    void want(List<WantedFile> wanted) {
        for (WantedFile each : wanted) {
            if (ended) {
                told().onItemLost(each.file(), each.epoch());
                continue;
            }
            try {
                add(each);
            } catch (MoverException e) {
                told().onItemFailed(each.file(), each.epoch(), e);
            }
        }
        pump();
        ticks.later();
    }

    private void add(WantedFile wanted) {
        HttpFile before = files.find(wanted.file());
        if (before != null && !before.epoch().equals(wanted.epoch())) {
            drop(before);
            before = null;
        }
        HttpFile file = before == null ? files.begin(wanted) : files.goOn(before);
        boolean isNew = before == null;
        file.add(wanted);
        itemsOpen.incrementAndGet();
        waiting.add(file);
        if (isNew) validators.recall(file);
    }

    void cancel(FileId id) {
        HttpFile file = files.find(id);
        if (file == null) return;
        drop(file);
        pump();
    }

    private void drop(HttpFile file) {
        running.endAll(file);
        endItems(file);
        files.ended(file);
    }

    void limitRate(long bytesPerSecondMax) {
        running.limitRate(bytesPerSecondMax);
    }

    void statusOf(FileStatuses.Asked asked) {
        if (ended)
            asked.answer().completeExceptionally(new MoverException(ErrorCode.CANCELLED, "the source was closed"));
        else statuses.ask(asked);
    }

    void close() {
        if (ended) return;
        ended = true;
        pack.tell();
        running.all().forEach(running::cancel);
        for (HttpFile file : files.active()) {
            int open = endItems(file);
            for (int i = 0; i < open; i++) told().onItemLost(file.id(), file.epoch());
        }
        choice.end();
    }

    private SourceListener told() {
        SourceListener known = listener;
        if (known == null) throw new IllegalStateException("the source is not open");
        return known;
    }

    // ---- asking ----

    /** Any thread. */
    void pumpSoon() {
        if (!isPumpDue.compareAndSet(false, true)) return;
        try {
            loop.execute(() -> {
                isPumpDue.set(false);
                pump();
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loops have ended before a source", e);
        }
    }

    private void pump() {
        if (ended) return;
        int before = running.count();
        waiting.ask(choice, nodes.nanoTime(), this::ask).forEach(this::noCopyLeft);
        if (waiting.size() == 0) choice.end();
        if (running.isEmpty()) pack.tell();
        if (running.count() != before) running.shareRate();
    }

    private void ask(HttpFile file, HttpCopy copy) {
        WantedRange wanted =
                file.nextWant(copy, waiting.size() == 1, parts.receiving().blockBytes());
        long lentFor = file.isPackable() ? 0 : file.id().number();
        RangeFetch fetch = new RangeFetch(nodes, wanted, copy, parts.receiving().forFile(lentFor), this, loop);
        if (file.isStreamFrom(copy) && wanted.range().isPresent()) file.streams(fetch);
        running.begin(file, fetch);
    }

    private int endItems(HttpFile file) {
        int open = file.endAll();
        itemsOpen.addAndGet(-open);
        waiting.remove(file);
        return open;
    }

    // ---- what becomes of a file ----

    private void noCopyLeft(HttpFile file) {
        Optional<URI> only = file.trials().only();
        if (only.isPresent()) {
            List<URI> others = file.copies().stream()
                    .filter(copy -> !copy.isOut() && !copy.node().isBreakerOpen())
                    .map(HttpCopy::location)
                    .toList();
            boolean hasNext = file.trials().giveUpOnly(others);
            if (hasNext && file.hasBytes()) {
                changed(file, "the copy chosen for the whole file is no longer available: " + only.get());
                return;
            }
            if (hasNext) {
                pumpSoon();
                return;
            }
        }
        MoverException reason = CopiesOutcome.of(file);
        if (reason.code() == ErrorCode.BEING_STAGED) files.isStaged(file);
        if (file.comesWhole() && file.hasBytes() && file.hasOtherCopy()) {
            beginAgain(file, reason);
            return;
        }
        if (reason.code() != ErrorCode.SOURCE_CHANGED) fail(file, reason);
        else if (file.takesListedSize()) pumpSoon();
        else changed(file, reason.detail());
    }

    /** Discards what arrived of the file as no longer trusted: its requester checks it again and starts anew. */
    void changed(HttpFile file, String detail) {
        files.changed(file.id());
        fail(file, new MoverException(ErrorCode.SOURCE_CHANGED, detail));
    }

    /** Starts the file again: what came of it cannot be used, because the rest may belong to another content. */
    private void beginAgain(HttpFile file, MoverException reason) {
        files.beginsAgain(file.id());
        fail(
                file,
                new MoverException(
                        reason.code(),
                        reason.detail()
                                + "; no digest is published and no ETag tells whether the rest belongs to the same content: the file starts again",
                        reason));
    }

    void fail(HttpFile file, MoverException reason) {
        running.endAll(file);
        int open = endItems(file);
        file.copies().forEach(HttpCopy::anew);
        files.ended(file);
        for (int i = 0; i < open; i++) told().onItemFailed(file.id(), file.epoch(), reason);
        pumpSoon();
    }

    // ---- what comes ----

    private @Nullable HttpFile current(RangeFetch fetch) {
        if (ended || fetch.isDone()) return null;
        HttpFile file = files.find(fetch.file());
        return file != null && file.epoch().equals(fetch.epoch()) ? file : null;
    }

    @Override
    public void onHead(RangeFetch fetch, Validators said) {
        HttpFile file = current(fetch);
        if (file == null) return;
        Optional<CopyTrouble> trouble = validators.heard(file, fetch.copy(), said);
        if (trouble.isEmpty()) return;
        fetch.cancel();
        onTrouble(fetch, trouble.get());
    }

    @Override
    public void onWhole(RangeFetch fetch) {
        HttpFile file = current(fetch);
        if (file == null) return;
        fetch.copy().wholeOnly();
        if (file.hasStream()) { // it comes already
            running.cancel(fetch);
            giveBack(file, fetch);
            return;
        }
        fetch.coversWhole();
        file.streams(fetch);
        pumpSoon();
    }

    @Override
    public void onBlock(RangeFetch fetch, BlockTag tag, Loan loan) {
        HttpFile file = current(fetch);
        if (file == null) {
            loan.release();
            return;
        }
        fetch.copy().brought();
        fetch.copy().node().allowance().arrived(tag.range().length());
        fetch.copy().node().manners().brings(nodes.nanoTime());
        file.trials().arrived(file.epoch(), fetch.copy().location(), tag.range().length(), fetch.isDowngraded());
        if (!file.isVouched()) file.trials().asked(fetch.copy().location(), fetch.startedAt(), nodes.nanoTime());
        file.isOf(fetch.copy());
        int complete = file.arrived(tag.range());
        if (complete > 0 && file.isPackable() && tag.range().length() == file.sizeBytes()) {
            itemsOpen.addAndGet(-complete);
            int length = (int) file.sizeBytes();
            pack.add(new SourceListener.Piece(file.id(), file.epoch(), length, file.expected(), MODE), loan);
            return;
        }
        told().onBlock(tag, loan);
        itemsEnded(file, complete);
    }

    private void itemsEnded(HttpFile file, int count) {
        itemsOpen.addAndGet(-count);
        for (int i = 0; i < count; i++) told().onItemEnded(file.id(), file.epoch(), file.expected(), MODE);
    }

    @Override
    public void onDone(RangeFetch fetch) {
        HttpFile file = current(fetch);
        if (!running.end(fetch)) return;
        long nanos = nodes.nanoTime() - fetch.startedAt();
        fetch.copy().node().succeeded(fetch.receivedBytes(), nanos);
        fetch.copy().brought();
        fetch.saidMore()
                .ifPresent(said ->
                        files.trials().saidSize(fetch.file(), fetch.copy().location(), said));
        if (file != null) {
            if (fetch.range().isEmpty()) itemsEnded(file, file.endAll());
            else giveBack(file, fetch);
            if (file.itemsOpen() == 0) files.ended(file);
        }
        pumpSoon();
    }

    private void giveBack(HttpFile file, RangeFetch fetch) {
        file.giveBack(fetch.range());
        if (file.hasUnasked()) waiting.add(file);
    }

    @Override
    public void onTrouble(RangeFetch fetch, CopyTrouble said) {
        HttpFile file = current(fetch);
        if (!running.end(fetch)) return;
        CopyTrouble trouble = fetch.copy().understood(said);
        fetch.copy().tellNode(trouble, fetch.receivedBytes(), nodes.nanoTime() - fetch.startedAt());
        if (file == null) return;
        if (tapes.ask(fetch.copy(), trouble, sure -> {
            if (!ended && files.find(file.id()) == file) sorted(file, fetch, sure);
        })) giveBack(file, fetch);
        else sorted(file, fetch, trouble);
    }

    /** It is known what the trouble means. */
    private void sorted(HttpFile file, RangeFetch fetch, CopyTrouble trouble) {
        boolean hadBytes = fetch.copy().validators().isPresent();
        fetch.copy().failed(trouble, nodes.nanoTime(), nodes.pauseNanos());
        if (trouble.kind() == CopyTrouble.Kind.SIZE && (hadBytes || file.trust().isOfListedSize())) {
            changed(file, trouble.reason().detail());
            return;
        }
        if (file.comesWhole() && file.hasBytes() && !fetch.copy().maySendTheRest()) {
            beginAgain(file, trouble.reason());
            return;
        }
        giveBack(file, fetch);
        if (file.itemsOpen() == 0) files.ended(file);
        pump();
    }

    // ---- time ----

    private void lookAtDeadlines() {
        if (ended) return;
        for (RangeFetch fetch : running.all()) {
            HttpFile file = current(fetch);
            if (file == null) continue;
            Deadlines.check(fetch, file, nodes, running::cancel);
        }
        running.shareRate(); // the data nodes may have other limits by now
        pump();
        ticks.later();
    }
}
