package org.bdm.core.destination.object;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bdm.core.id.JobId;

/** Notes that outlive the process, in memory. */
final class MemoryUploadNotes implements UploadNotes {
    private final Map<String, UploadNote> notes = new LinkedHashMap<>();
    private final Map<String, TreeMap<Integer, PartNote>> parts = new LinkedHashMap<>();

    @Override
    public synchronized void begun(UploadNote note) {
        notes.put(note.upload(), note);
        parts.put(note.upload(), new TreeMap<>());
    }

    @Override
    public synchronized void sent(UploadNote note, PartNote part) {
        if (parts.containsKey(note.upload())) parts.get(note.upload()).put(part.number(), part);
    }

    @Override
    public synchronized void completing(UploadNote note) {
        notes.replace(note.upload(), note.completing());
    }

    @Override
    public synchronized void ended(UploadNote note) {
        notes.remove(note.upload());
        parts.remove(note.upload());
    }

    @Override
    public synchronized List<UploadNote> of(String place, JobId job) {
        return notes.values().stream()
                .filter(note -> note.place().equals(place) && note.job().equals(job))
                .toList();
    }

    @Override
    public synchronized List<JobId> jobs(String place) {
        return notes.values().stream().map(UploadNote::job).distinct().toList();
    }

    @Override
    public synchronized List<PartNote> parts(UploadNote note) {
        return new ArrayList<>(
                parts.getOrDefault(note.upload(), new TreeMap<>()).values());
    }
}
