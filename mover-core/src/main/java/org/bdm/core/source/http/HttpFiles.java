package org.bdm.core.source.http;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.FileId;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.CopyTrouble;
import org.bdm.core.source.http.node.HttpOrigin;
import org.jspecify.annotations.Nullable;

/**
 * The files of a source: those that something is wanted of, and those of which something was wanted lately, because more of them may be.
 * Belongs to the source's event loop; {@link #trials}, {@link #isBegunAgain} and {@link #stagedFor} on any thread.
 */
final class HttpFiles {
    private static final int QUIET_MAX = 8192;
    private static final int COPIES_MAX = 64;

    private final HttpSourceParts parts;
    private final Map<FileId, HttpFile> active = new HashMap<>();
    private final Map<FileId, HttpFile> quiet = new BoundedMap<>(QUIET_MAX);
    private final Set<FileId> changed = Collections.newSetFromMap(new BoundedMap<>(QUIET_MAX));
    private final Set<FileId> begunAgain = ConcurrentHashMap.newKeySet(); // until the new attempt
    private final Map<FileId, Duration> stagedFor = new ConcurrentHashMap<>(); // until the new attempt
    private final TrialBoard trials;

    HttpFiles(HttpSourceParts parts) {
        this.parts = parts;
        this.trials = new TrialBoard(parts.nodes());
    }

    TrialBoard trials() {
        return trials;
    }

    List<HttpFile> active() {
        return List.copyOf(active.values());
    }

    @Nullable HttpFile find(FileId file) {
        HttpFile found = active.get(file);
        return found == null ? quiet.get(file) : found;
    }

    /** A new attempt. */
    HttpFile begin(WantedFile wanted) {
        List<Copy> usable = parts.nodes().withTls(wanted.copies()).stream()
                .filter(copy -> HttpOrigin.isHttp(copy.location()))
                .limit(COPIES_MAX)
                .toList();
        if (usable.isEmpty()) {
            throw new MoverException(
                    ErrorCode.UNSUPPORTED, "no copy of " + wanted.path() + " is at an http or https address");
        }
        List<HttpCopy> copies = new ArrayList<>(usable.size());
        for (Copy copy : usable) copies.add(new HttpCopy(copy, parts));
        Instant now = parts.nodes().now();
        List<Copy> asked =
                usable.stream().filter(copy -> copy.whyLeftAlone(now).isEmpty()).toList();
        HttpFile file = new HttpFile(
                wanted,
                copies,
                trials.of(wanted.file(), asked, wanted.expected().size()));
        quiet.remove(file.id());
        active.put(file.id(), file);
        begunAgain.remove(file.id());
        stagedFor.remove(file.id());
        return file;
    }

    /** Nothing of its attempt is of use; what was remembered of it counts no longer. */
    void beginsAgain(FileId file) {
        changed.add(file);
        begunAgain.add(file);
    }

    /** Any thread. */
    boolean isBegunAgain(FileId file) {
        return begunAgain.contains(file);
    }

    /** It is being staged: what its nodes say how long that takes. */
    void isStaged(HttpFile file) {
        if (stagedFor.size() >= QUIET_MAX) stagedFor.clear(); // the usual pause is taken then
        file.copies().stream()
                .flatMap(copy -> copy.trouble().stream())
                .filter(trouble -> trouble.kind() == CopyTrouble.Kind.STAGED)
                .flatMap(trouble -> trouble.retryAfter().stream())
                .min(Duration::compareTo)
                .ifPresent(pause -> stagedFor.put(file.id(), pause));
    }

    /** Any thread. */
    Duration stagedFor(FileId file) {
        return stagedFor.getOrDefault(file, Duration.ZERO);
    }

    /** More of an attempt is wanted. */
    HttpFile goOn(HttpFile file) {
        quiet.remove(file.id());
        active.put(file.id(), file);
        return file;
    }

    /** Nothing more of it is wanted for now. */
    void ended(HttpFile file) {
        if (active.remove(file.id(), file)) quiet.put(file.id(), file);
    }

    /** Nothing of it is known any more: the next want begins as after a restart. */
    void forget(HttpFile file) {
        active.remove(file.id(), file);
        quiet.remove(file.id(), file);
    }

    /** It is not what it was: what was remembered of it no longer counts. */
    void changed(FileId file) {
        changed.add(file);
    }

    boolean hasChanged(FileId file) {
        return changed.contains(file);
    }

    /** Records that the stored validators are those of the new content. */
    void isKnownAgain(FileId file) {
        changed.remove(file);
    }

    private static final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1L;

        private final int max;

        BoundedMap(int max) {
            this.max = max;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > max;
        }
    }
}
