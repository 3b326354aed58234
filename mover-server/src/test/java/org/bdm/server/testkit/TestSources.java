package org.bdm.server.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.FileId;
import org.bdm.core.id.JobId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SourceLimits;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryEntry;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/** Sources of listings: one tree per site, small pages, and what goes wrong as a test says. */
public final class TestSources implements SourceConnections {
    private final Map<String, TestTree> bySite = new ConcurrentHashMap<>();
    private final List<Source> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connects = new AtomicInteger();
    private final AtomicInteger listsUntilSilence = new AtomicInteger(Integer.MAX_VALUE);
    private volatile @Nullable MoverException refusal;
    private final AtomicReference<@Nullable Error> nextError = new AtomicReference<>();
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private volatile boolean isHolding;
    private volatile int pageMax = 7;

    /** A site shows this tree in all its exports. */
    public void show(String site, TestTree tree) {
        bySite.put(site, tree);
    }

    /** At most so many entries come on one page. */
    public void pageMax(int entries) {
        pageMax = entries;
    }

    /** Nobody can connect any more; null: everybody can. */
    public void refuse(@Nullable MoverException reason) {
        refusal = reason;
    }

    /** The next who connects meets this error. */
    public void failNext(Error error) {
        nextError.set(error);
    }

    /** After so many pages questions are no longer answered. */
    public void silentAfter(int pages) {
        listsUntilSilence.set(pages);
    }

    /** Statuses are answered by {@link #answerHeld} only. */
    public void holdStatuses() {
        isHolding = true;
    }

    /** Answers all statuses that are held now; false if there were none. */
    public boolean answerHeld() {
        List<Runnable> now = new ArrayList<>();
        for (Runnable next = held.poll(); next != null; next = held.poll()) now.add(next);
        now.forEach(Runnable::run);
        return !now.isEmpty();
    }

    /** Whether it is silent now. */
    public boolean isSilent() {
        return listsUntilSilence.get() <= 0;
    }

    /** What is asked and not answered fails, the sources are gone; answers from now on again. */
    public void lose(MoverException reason) {
        listsUntilSilence.set(Integer.MAX_VALUE);
        open.forEach(source -> source.lost(reason));
    }

    /** How often somebody connected. */
    public int connects() {
        return connects.get();
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        connects.incrementAndGet();
        Error error = nextError.getAndSet(null);
        if (error != null) throw error;
        TestTree tree = bySite.get(site.value());
        if (tree == null) throw new MoverException(ErrorCode.UNKNOWN_SITE, "no site '" + site + "' is paired");
        Source source = new Source(tree);
        open.add(source);
        return source;
    }

    private final class Source implements BlockSource {
        private final TestTree tree;
        private final List<CompletableFuture<?>> unanswered = new ArrayList<>();
        private @Nullable MoverException end;

        Source(TestTree tree) {
            this.tree = tree;
        }

        @Override
        public SourceLimits limits() {
            return new SourceLimits(1 << 20, 1 << 26, 1000, 1 << 16, false);
        }

        @Override
        public CompletionStage<Void> open(SourceListener listener) {
            MoverException reason = refusal;
            if (reason == null) return CompletableFuture.completedStage(null);
            lost(reason);
            return CompletableFuture.failedStage(reason);
        }

        void lost(MoverException reason) {
            List<CompletableFuture<?>> all;
            synchronized (this) {
                if (end != null) return;
                end = reason;
                all = List.copyOf(unanswered);
            }
            open.remove(this);
            all.forEach(question -> question.completeExceptionally(reason));
        }

        private synchronized <T> CompletableFuture<T> answer(boolean isSilent, Supplier<T> value) {
            if (end != null) {
                return CompletableFuture.failedFuture(new MoverException(ErrorCode.CANCELLED, "the source was closed"));
            }
            if (isSilent) {
                CompletableFuture<T> question = new CompletableFuture<>();
                unanswered.add(question);
                return question;
            }
            try {
                return CompletableFuture.completedFuture(value.get());
            } catch (MoverException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        @Override
        public CompletionStage<Optional<DirectoryEntry>> status(StorePath path) {
            CompletableFuture<Optional<DirectoryEntry>> answer = answer(isSilent(), () -> tree.status(path));
            if (!isHolding) return answer;
            CompletableFuture<Optional<DirectoryEntry>> later = new CompletableFuture<>();
            held.add(() -> {
                var unused = answer.whenComplete((entry, error) -> {
                    if (error == null) later.complete(entry);
                    else later.completeExceptionally(error);
                });
            });
            return later;
        }

        @Override
        public CompletionStage<DirectoryPage> list(StorePath directory, Optional<FileName> after, int entriesMax) {
            boolean isSilent = listsUntilSilence.get() <= 0 || listsUntilSilence.decrementAndGet() < 0;
            return answer(isSilent, () -> tree.list(directory, after, Math.min(entriesMax, pageMax)));
        }

        @Override
        public CompletionStage<Checksum> digest(
                FileId file, StorePath path, FileVersion expected, ChecksumAlgorithm algorithm) {
            return CompletableFuture.failedStage(new UnsupportedOperationException());
        }

        @Override
        public void want(List<WantedFile> files) {
            throw new UnsupportedOperationException("a listing wants no bytes");
        }

        @Override
        public void cancel(FileId file) {
            throw new UnsupportedOperationException("a listing wants no bytes");
        }

        @Override
        public void limitRate(long bytesPerSecondMax) {
            // nothing is moved
        }

        @Override
        public int streams() {
            return 1;
        }

        @Override
        public void close() {
            lost(new MoverException(ErrorCode.CANCELLED, "the source was closed"));
        }
    }
}
