package org.bdm.core.source;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.loop.SerialLoop;
import org.bdm.core.store.FileVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The origin of a tree, behind other destinations of the same tree: a file is read from the first of them that has placed it, and waits for
 * those that are awaited. The origin is read for what none of them has when patience is over. So a slow origin sends each file once.
 *
 * <p>A file there is the same if size and time are, as for {@code --sync-level mtime}: the other destination verified it before it placed it.
 * What arrives is told with the version of the origin. Any thread; the state belongs to a loop.
 */
public final class RelayedSource extends PassingSource {
    private static final Logger LOG = LoggerFactory.getLogger(RelayedSource.class);
    private static final long POLL_MILLIS = 500;
    private static final int LOOKED_MIN = 64;
    private static final int LOOKED_MAX = 1024;
    private static final int TAKEN_MAX = 65_536;

    private final BlockSource origin;
    private final List<RelayPlace> places;
    private final LongSupplier nanoTime;
    private final SerialLoop loop;
    private final Consumer<String> notes;
    private final Map<FileId, RelayedFile> undecided = new LinkedHashMap<>(); // owner only, as are the next
    private final Map<FileId, RelayedFile> decided = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<FileId, RelayedFile> taken = new ConcurrentHashMap<>(); // those of decided that come from a place
    private int lookedAtOnce = LOOKED_MIN;
    private boolean isLooking;
    private boolean isClosed;
    private boolean isWaitNoted;
    private volatile long bytesPerSecondMax;
    private volatile @Nullable SourceListener listener;

    /**
     * A source that is not open yet.
     *
     * @param origin has all files; its limits are those of this source
     * @param holders in the order in which they are preferred
     * @param loop owns the state; its tasks do not block
     * @param notes hears, in a sentence, when files begin to wait and when a holder is passed by
     */
    public RelayedSource(
            BlockSource origin,
            List<RelayHolder> holders,
            LongSupplier nanoTime,
            SerialLoop loop,
            Consumer<String> notes) {
        super(origin);
        this.origin = origin;
        this.nanoTime = nanoTime;
        this.loop = loop;
        this.notes = notes;
        Told events = new Told();
        this.places =
                holders.stream().map(holder -> new RelayPlace(holder, events)).toList();
    }

    @Override
    public CompletionStage<Void> open(SourceListener told) {
        listener = told;
        return origin.open(told);
    }

    @Override
    public void want(List<WantedFile> files) {
        List<WantedFile> wanted = List.copyOf(files);
        loop.post(() -> wantNow(wanted));
    }

    @Override
    public void cancel(FileId file) {
        loop.post(() -> {
            if (undecided.remove(file) != null) return; // nobody was asked for it
            RelayedFile known = decided.get(file);
            RelayPlace place = known == null ? null : known.place();
            BlockSource asked = place == null ? origin : place.source();
            if (asked != null) asked.cancel(file);
        });
    }

    /** The limit is for each place. */
    @Override
    public void limitRate(long bytesPerSecond) {
        bytesPerSecondMax = bytesPerSecond;
        origin.limitRate(bytesPerSecond);
        for (RelayPlace place : places) {
            BlockSource open = place.source();
            if (open != null) open.limitRate(bytesPerSecond);
        }
    }

    @Override
    public int streams() {
        return origin.streams() + places.stream().mapToInt(RelayPlace::streams).sum();
    }

    @Override
    public long bytesArriving() {
        return origin.bytesArriving()
                + places.stream().mapToLong(RelayPlace::bytesArriving).sum();
    }

    @Override
    public void close() {
        loop.post(() -> {
            isClosed = true;
            undecided.values().forEach(this::tellLost);
            undecided.clear();
            origin.close();
            places.forEach(RelayPlace::close);
        });
    }

    // ---- owner ----

    private void wantNow(List<WantedFile> wanted) {
        if (isClosed) {
            wanted.forEach(each -> told().onItemLost(each.file(), each.epoch()));
            return;
        }
        List<WantedFile> ofOrigin = new ArrayList<>();
        boolean didAnyWait = !undecided.isEmpty();
        for (WantedFile each : wanted) {
            if (each.expected().size() == 0) ofOrigin.add(each);
            else if (!wantKnown(each, ofOrigin)) {
                undecided
                        .computeIfAbsent(each.file(), missing -> new RelayedFile(each))
                        .waits(each);
            }
        }
        wantOfOrigin(ofOrigin);
        long now = nanoTime.getAsLong();
        if (!didAnyWait && !undecided.isEmpty()) places.forEach(place -> place.waitBegins(now));
        places.forEach(place -> place.openIfDue(now));
        look();
    }

    /** True if it was decided before from where the file comes, and that still holds. */
    private boolean wantKnown(WantedFile each, List<WantedFile> ofOrigin) {
        RelayedFile known = decided.get(each.file());
        if (known == null) return false;
        RelayPlace place = known.place();
        if (place == null || known.isBegunAnew(each.epoch())) {
            known.begunAnew(each.epoch());
            taken.remove(each.file());
            ofOrigin.add(each);
            return true;
        }
        if (place.isOpen()) {
            wantThere(place, known, List.of(each));
            return true;
        }
        decided.remove(each.file());
        taken.remove(each.file());
        return false;
    }

    private void wantOfOrigin(List<WantedFile> wanted) {
        if (wanted.isEmpty()) return;
        try {
            origin.want(wanted);
        } catch (MoverException e) {
            LOG.warn("the origin takes no more: {}", e.detail());
            wanted.forEach(each -> told().onItemLost(each.file(), each.epoch()));
        }
    }

    private void wantThere(RelayPlace place, RelayedFile file, List<WantedFile> wanted) {
        BlockSource open = place.source();
        try {
            if (open == null) throw new IllegalStateException(place.site() + " is not open");
            open.want(wanted.stream().map(each -> file.at(place, each)).toList());
        } catch (MoverException e) {
            LOG.debug("{} takes no more: {}", place.site(), e.detail());
            file.comesFromOrigin();
            wantOfOrigin(wanted);
        }
    }

    private void look() {
        if (isLooking || isClosed || undecided.isEmpty()) return;
        long now = nanoTime.getAsLong();
        noteWaits();
        List<RelayPlace> asked = places.stream().filter(RelayPlace::isAsked).toList();
        boolean isAnyAwaited = places.stream().anyMatch(place -> place.isAwaited(now));
        if (asked.isEmpty() && !isAnyAwaited) {
            List.copyOf(undecided.keySet()).forEach(this::decideOrigin);
            return;
        }
        isLooking = true;
        if (asked.isEmpty()) {
            later();
            return;
        }
        List<CompletableFuture<Boolean>> looks = new ArrayList<>();
        for (FileId file : front()) looks.add(look(file, asked));
        var unused = CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> loop.post(() -> looked(looks)));
    }

    private void later() {
        loop.postAfter(POLL_MILLIS, () -> {
            isLooking = false;
            long now = nanoTime.getAsLong();
            places.forEach(place -> place.openIfDue(now));
            look();
        });
    }

    /** The files that have waited longest without being looked for; they are the last ones then. */
    private List<FileId> front() {
        List<FileId> front = new ArrayList<>();
        Map<FileId, RelayedFile> again = new LinkedHashMap<>();
        Iterator<Map.Entry<FileId, RelayedFile>> all = undecided.entrySet().iterator();
        while (all.hasNext() && front.size() < lookedAtOnce) {
            Map.Entry<FileId, RelayedFile> next = all.next();
            front.add(next.getKey());
            again.put(next.getKey(), next.getValue());
            all.remove();
        }
        undecided.putAll(again);
        return front;
    }

    /** True, later, if the file was there. */
    private CompletableFuture<Boolean> look(FileId id, List<RelayPlace> asked) {
        RelayedFile file = undecided.get(id);
        if (file == null) throw new IllegalStateException(id + " does not wait");
        List<CompletableFuture<Optional<FileVersion>>> answers = asked.stream()
                .map(place -> place.look(file).toCompletableFuture())
                .toList();
        CompletableFuture<Boolean> looked = new CompletableFuture<>();
        var unused = CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> loop.post(() -> looked.complete(answered(id, file, asked, answers))));
        return looked;
    }

    private boolean answered(
            FileId id,
            RelayedFile file,
            List<RelayPlace> asked,
            List<CompletableFuture<Optional<FileVersion>>> answers) {
        if (isClosed || undecided.get(id) != file) return false;
        long now = nanoTime.getAsLong();
        for (int i = 0; i < asked.size(); i++) {
            RelayPlace place = asked.get(i);
            Optional<FileVersion> found = answers.get(i).join();
            if (found.isPresent() && place.isOpen()) {
                place.found(now);
                decide(id, place, found.get());
                return true;
            }
            place.missed();
        }
        if (places.stream().noneMatch(place -> place.isAwaited(now))) decideOrigin(id);
        return false;
    }

    private void looked(List<CompletableFuture<Boolean>> looks) {
        boolean isAnyFound = looks.stream().anyMatch(CompletableFuture::join);
        lookedAtOnce = isAnyFound ? Math.min(LOOKED_MAX, 2 * lookedAtOnce) : Math.max(LOOKED_MIN, lookedAtOnce / 2);
        losePatience();
        if (!isAnyFound) {
            later();
            return;
        }
        isLooking = false;
        look();
    }

    private void losePatience() {
        long largest = undecided.values().stream()
                .mapToLong(file -> file.listed.size())
                .max()
                .orElse(0);
        if (largest == 0) return;
        for (RelayPlace place : places) {
            if (!place.losesPatience(nanoTime.getAsLong(), largest)) continue;
            notes.accept(
                    "No file appeared at " + place.site() + " for " + RelayPlace.PATIENCE.toSeconds()
                            + " s or more: files no longer wait for it. They come from the next destination that has them, or from the source.");
        }
    }

    private void noteWaits() {
        if (isWaitNoted) return;
        isWaitNoted = true;
        places.stream()
                .filter(RelayPlace::isInFront)
                .findFirst()
                .ifPresent(place -> notes.accept("Files come from " + place.site() + " when they are there."));
    }

    private void decide(FileId id, RelayPlace place, FileVersion version) {
        RelayedFile file = undecided.remove(id);
        if (file == null) return;
        file.comesFrom(place, version);
        taken.put(id, file);
        remember(id, file);
        wantThere(place, file, file.takeWaiting());
    }

    private void decideOrigin(FileId id) {
        RelayedFile file = undecided.remove(id);
        if (file == null) return;
        remember(id, file);
        wantOfOrigin(file.takeWaiting());
    }

    /** Remembers a decision. A forgotten one is made anew when more of the file is wanted. */
    private void remember(FileId id, RelayedFile file) {
        decided.put(id, file);
        if (decided.size() <= TAKEN_MAX) return;
        FileId eldest = decided.keySet().iterator().next();
        decided.remove(eldest);
        taken.remove(eldest);
    }

    private void tellLost(RelayedFile file) {
        file.takeWaiting().forEach(each -> told().onItemLost(each.file(), each.epoch()));
    }

    private SourceListener told() {
        SourceListener known = listener;
        if (known == null) throw new IllegalStateException("the source is not open");
        return known;
    }

    /** Hears what places tell. */
    private final class Told implements RelayPlace.Events {
        @Override
        public SourceListener told() {
            return RelayedSource.this.told();
        }

        @Override
        public Optional<RelayedFile> taken(FileId file) {
            return Optional.ofNullable(taken.get(file));
        }

        @Override
        public void failed(FileId file) {
            loop.post(() -> {
                RelayedFile known = decided.get(file);
                if (known != null) known.comesFromOrigin();
            });
        }

        @Override
        public void lost(FileId file) {
            loop.post(() -> {
                RelayedFile known = decided.get(file);
                if (known != null && known.lost()) known.comesFromOrigin();
            });
        }

        @Override
        public void opened(RelayPlace place, @Nullable BlockSource open) {
            loop.post(() -> {
                long now = nanoTime.getAsLong();
                if (open == null) {
                    place.gone(now);
                } else if (isClosed) {
                    open.close();
                } else {
                    if (bytesPerSecondMax > 0) open.limitRate(bytesPerSecondMax);
                    place.opened(open, now);
                }
                look();
            });
        }

        @Override
        public void gone(RelayPlace place) {
            loop.post(() -> {
                place.gone(nanoTime.getAsLong());
                look();
            });
        }
    }
}
