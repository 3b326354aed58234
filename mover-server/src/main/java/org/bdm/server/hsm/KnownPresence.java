package org.bdm.server.hsm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bdm.core.store.Presence;
import org.bdm.core.store.StorePath;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks where files are for many threads, in bulks: whoever finds the way free asks for all that wait. An answer is believed for a while, since a
 * file is looked for and opened shortly after. Any thread that may block.
 */
final class KnownPresence {
    /** Files in one question. */
    static final int BULK_MAX = 500;

    /** For how long a file counts as on disk: from a question about many to the opening of each, no longer. */
    static final Duration ON_DISK_FOR = Duration.ofSeconds(10);

    /** For how long it counts as offline, so that a hundred readers of it are one question. */
    static final Duration OFFLINE_FOR = Duration.ofSeconds(5);

    /** After a question without an answer: nobody is asked, and no file read, so long. */
    static final Duration SILENT_FOR = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(KnownPresence.class);
    private static final int KNOWN_MAX = 50_000;

    private final String export;
    private final PresenceQuestion question;
    private final InstantSource clock;
    private final ReentrantLock turn = new ReentrantLock(); // held while somebody is asked
    private final Set<StorePath> waiting = new LinkedHashSet<>(); // guarded by this, as all below
    private final Map<StorePath, Answer> known = new LinkedHashMap<>();
    private Instant silentUntil = Instant.MIN;
    private String trouble = "";

    private record Answer(Presence presence, Instant until) {}

    /** Asks with this question. */
    KnownPresence(String export, PresenceQuestion question, InstantSource clock) {
        this.export = export;
        this.question = question;
        this.clock = clock;
    }

    /** Returns where each of these files is, as it was found now or a moment ago. */
    Map<StorePath, Presence> of(List<StorePath> files) {
        Map<StorePath, Presence> found = new HashMap<>();
        List<StorePath> left = taken(files, found);
        while (!left.isEmpty()) {
            join(left.subList(0, Math.min(left.size(), BULK_MAX)), found);
            left = left.subList(Math.min(left.size(), BULK_MAX), left.size());
        }
        return found;
    }

    /** Returns where each of these files is now, whatever was known. */
    Map<StorePath, Presence> now(List<StorePath> files) {
        synchronized (this) {
            files.forEach(known::remove);
        }
        return of(files);
    }

    /** Returns why the last question had no answer; empty if it had one. */
    synchronized String trouble() {
        return trouble;
    }

    /** Takes what is known, and returns the rest. */
    private synchronized List<StorePath> taken(List<StorePath> files, Map<StorePath, Presence> found) {
        Instant now = clock.instant();
        List<StorePath> left = new ArrayList<>();
        for (StorePath file : files) {
            Answer answer = known.get(file);
            if (answer != null && now.isBefore(answer.until())) found.put(file, answer.presence());
            else left.add(file);
        }
        return left;
    }

    /** Waits for the one who asks now, and asks for all that wait if that did not answer. */
    private void join(List<StorePath> files, Map<StorePath, Presence> found) {
        synchronized (this) {
            waiting.addAll(files);
        }
        try {
            turn.lockInterruptibly();
            try {
                List<StorePath> left = left(files, found);
                if (!left.isEmpty()) {
                    Map<StorePath, Presence> answered = ask(bulk(left));
                    for (StorePath file : left) found.put(file, answered.getOrDefault(file, Presence.UNKNOWN));
                }
            } finally {
                turn.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            files.forEach(file -> found.putIfAbsent(file, Presence.UNKNOWN));
        }
    }

    /** As {@link #taken}, when it is the turn of these files. */
    private synchronized List<StorePath> left(List<StorePath> files, Map<StorePath, Presence> found) {
        files.forEach(waiting::remove);
        return taken(files, found);
    }

    /** The files of the one who asks, and as many others as fit. */
    private synchronized List<StorePath> bulk(List<StorePath> own) {
        Set<StorePath> bulk = new LinkedHashSet<>(own);
        Iterator<StorePath> others = waiting.iterator();
        while (bulk.size() < BULK_MAX && others.hasNext()) bulk.add(others.next());
        waiting.removeAll(bulk);
        return List.copyOf(bulk);
    }

    /** Returns an answer for each file. */
    private Map<StorePath, Presence> ask(List<StorePath> bulk) throws InterruptedException {
        Map<StorePath, Presence> answered = Map.of();
        if (!isSilent()) {
            try {
                answered = question.ask(bulk);
                keepTrouble("");
            } catch (PresenceQuestion.Unanswered e) {
                keepTrouble(String.valueOf(e.getMessage()));
                LOG.warn(
                        "export {}: its HSM does not say which files are offline, and none is read: {}",
                        export,
                        trouble());
            }
        }
        return keep(bulk, answered);
    }

    private synchronized boolean isSilent() {
        return clock.instant().isBefore(silentUntil);
    }

    private synchronized void keepTrouble(String text) {
        trouble = text;
        if (!text.isEmpty()) silentUntil = clock.instant().plus(SILENT_FOR);
    }

    private synchronized Map<StorePath, Presence> keep(List<StorePath> bulk, Map<StorePath, Presence> answered) {
        Instant now = clock.instant();
        Map<StorePath, Presence> all = new HashMap<>();
        for (StorePath file : bulk) {
            Presence presence = answered.getOrDefault(file, Presence.UNKNOWN);
            all.put(file, presence);
            known.remove(file); // to the end: the oldest are forgotten first
            known.put(file, new Answer(presence, now.plus(presence == Presence.ON_DISK ? ON_DISK_FOR : OFFLINE_FOR)));
        }
        Iterator<StorePath> oldest = known.keySet().iterator();
        while (known.size() > KNOWN_MAX) {
            oldest.next();
            oldest.remove();
        }
        return all;
    }
}
