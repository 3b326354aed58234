package org.bdm.server.job.replaced;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.finish.PlaceClearing;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.Replacements;

/**
 * Keeps what a job replaces in the quarantine, with its holding: whoever wrote it, it can be restored. The old file gets a second name there and
 * stays at its place until the new one takes it; where that cannot be it is moved. Written before anything happens to a file and afterwards, for
 * all files of a batch at once; {@link InterruptedReplacements} make up for a process that ends in between.
 */
public final class ReplacedFiles implements PlaceClearing {
    static final int FILES_AT_ONCE = 500;

    private final Catalog catalog;
    private final JobId job;
    private final ExportName export;
    private final WritableStore store;

    /** Of a job in one export. */
    public ReplacedFiles(Catalog catalog, JobId job, ExportName export, WritableStore store) {
        this.catalog = catalog;
        this.job = job;
        this.export = export;
        this.store = store;
    }

    /** Ends what an earlier process or session began. */
    public ReplacedFiles resumed() {
        InterruptedReplacements settling = new InterruptedReplacements(catalog, name -> store);
        settling.settle(() -> catalog.replacements().interrupted(job, export, FILES_AT_ONCE));
        return this;
    }

    @Override
    public Cleared clear(List<StorePath> places) {
        Map<StorePath, FileStatus> found = new HashMap<>();
        List<Replacements.Replaced> replaced = new ArrayList<>();
        for (StorePath place : places) {
            Optional<FileStatus> there = store.status(place);
            if (there.isEmpty() || found.put(place, there.get()) != null) continue;
            replaced.add(new Replacements.Replaced(place, there.get()));
        }
        Kept kept = new Kept();
        try {
            for (int from = 0; from < replaced.size(); from += FILES_AT_ONCE) {
                List<Replacements.Replaced> part =
                        replaced.subList(from, Math.min(replaced.size(), from + FILES_AT_ONCE));
                kept.add(Durable.await(catalog.replacements().begin(job, export, part)), found);
            }
            kept.force();
            return kept;
        } catch (RuntimeException e) {
            kept.release();
            throw e;
        }
    }

    /** The files of one batch. */
    private final class Kept implements Cleared {
        private final List<Replacements.Begun> begun = new ArrayList<>();
        private final Map<StorePath, MoverException> staying = new HashMap<>();
        private final Map<StorePath, FileVersion> replaceable = new HashMap<>();
        private final Set<StorePath> changed = new LinkedHashSet<>();

        void add(Replacements.Begun part, Map<StorePath, FileStatus> found) {
            begun.add(part);
            for (PurgeFile file : part.files()) {
                FileStatus there = found.get(file.path());
                if (there == null) throw new IllegalStateException(file.path() + " was not to be replaced");
                try {
                    keep(file.path(), there.version(), InterruptedReplacements.takenAs(part.plan(), file));
                } catch (MoverException e) {
                    if (e.code() != ErrorCode.SOURCE_NOT_FOUND) staying.put(file.path(), e);
                }
            }
        }

        private void keep(StorePath place, FileVersion there, String name) {
            if (store.quarantine().link(place, there, name)) {
                replaceable.put(place, there);
            } else {
                store.quarantine().keep(place, there, name);
                changed.add(place.parent());
            }
        }

        void force() {
            if (replaceable.isEmpty() && changed.isEmpty()) return;
            store.quarantine().force();
            changed.forEach(store::forceDirectory);
        }

        void release() {
            begun.forEach(catalog.replacements()::release);
        }

        @Override
        public Map<StorePath, MoverException> staying() {
            return Map.copyOf(staying);
        }

        @Override
        public Map<StorePath, FileVersion> replaceable() {
            return Map.copyOf(replaceable);
        }

        @Override
        public void close() {
            try {
                new InterruptedReplacements(catalog, name -> store).settle(begun, true);
            } finally {
                release();
            }
        }
    }
}
