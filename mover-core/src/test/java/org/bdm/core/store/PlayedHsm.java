package org.bdm.core.store;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An HSM of a test, which says of files what the test told it, and notes what is wanted. Any thread. */
public final class PlayedHsm implements Hsm {
    private final Map<StorePath, Presence> elsewhere = new HashMap<>(); // guarded by this, as all below
    private final Set<StorePath> wanted = new LinkedHashSet<>();
    private final Set<StorePath> leaving = new LinkedHashSet<>();
    private int questions;
    private boolean recallsForChecks;

    /** The file is no longer on disk, or nobody knows. */
    public synchronized void move(StorePath file, Presence presence) {
        elsewhere.put(file, presence);
    }

    /** The file leaves the disk when somebody was told that it is there. */
    public synchronized void moveAfterNextQuestion(StorePath file) {
        leaving.add(file);
    }

    /** The file is on disk. */
    public synchronized void bring(StorePath file) {
        elsewhere.remove(file);
    }

    /** Returns the files that were wanted on disk. */
    public synchronized List<StorePath> wanted() {
        return List.copyOf(wanted);
    }

    /** Returns how often it was asked. */
    public synchronized int questions() {
        return questions;
    }

    @Override
    public synchronized Map<StorePath, Presence> presence(List<StorePath> files) {
        questions++;
        Map<StorePath, Presence> presence = new HashMap<>();
        for (StorePath file : files) presence.put(file, elsewhere.getOrDefault(file, Presence.ON_DISK));
        leaving.forEach(file -> elsewhere.put(file, Presence.OFFLINE));
        leaving.clear();
        return presence;
    }

    @Override
    public synchronized void recall(StorePath file) {
        wanted.add(file);
    }

    @Override
    public synchronized boolean recallToCheck(StorePath file) {
        if (recallsForChecks) wanted.add(file);
        return recallsForChecks;
    }

    /** Files are brought for checks from now on. */
    public synchronized void recallsForChecks() {
        recallsForChecks = true;
    }

    @Override
    public String standing(StorePath file, Presence presence) {
        return "it is played";
    }
}
