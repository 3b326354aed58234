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
import org.bdm.core.store.Quarantine;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.server.catalog.Catalog;
import org.bdm.server.catalog.db.Durable;
import org.bdm.server.catalog.removal.PurgeFile;
import org.bdm.server.catalog.removal.PurgeOutcome;
import org.bdm.server.catalog.removal.PurgePlan;
import org.bdm.server.catalog.removal.Replacements;

/**
 * Moves what a job replaces into the quarantine, with its holding: whoever wrote it, it can be restored. Written before a file is moved and
 * afterwards, for all files of a batch at once; a process that ends in between is made up for by the next session of the job.
 */
public final class ReplacedFiles implements PlaceClearing {
    private static final int FILES_AT_ONCE = 500;

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

    /** Ends what an earlier process began. */
    public ReplacedFiles resumed() {
        List<Replacements.Begun> left = catalog.replacements().interrupted(job, export, FILES_AT_ONCE);
        while (!left.isEmpty()) {
            for (Replacements.Begun begun : left) {
                Durable.await(catalog.purges().settle(begun.plan().number(), ended(begun, store.quarantine())));
            }
            left = catalog.replacements().interrupted(job, export, FILES_AT_ONCE);
        }
        return this;
    }

    private List<PurgeFile> ended(Replacements.Begun begun, Quarantine quarantine) {
        List<PurgeFile> ended = new ArrayList<>();
        for (PurgeFile file : begun.files()) {
            boolean isThere = quarantine.status(takenAs(begun.plan(), file)).isPresent();
            ended.add(
                    isThere
                            ? file.ended(PurgeOutcome.QUARANTINED, "")
                            : file.ended(PurgeOutcome.KEPT, "was not replaced: the process ended"));
        }
        return ended;
    }

    private static String takenAs(PurgePlan plan, PurgeFile file) {
        return plan.quarantinePrefix() + file.number();
    }

    @Override
    public Map<StorePath, MoverException> clear(List<StorePath> places) {
        Map<StorePath, MoverException> stay = new HashMap<>();
        Map<StorePath, FileStatus> found = new HashMap<>();
        List<Replacements.Replaced> replaced = new ArrayList<>();
        for (StorePath place : places) {
            Optional<FileStatus> there = store.status(place);
            if (there.isEmpty()) continue;
            found.put(place, there.get());
            replaced.add(new Replacements.Replaced(place, there.get()));
        }
        for (int from = 0; from < replaced.size(); from += FILES_AT_ONCE) {
            clear(replaced.subList(from, Math.min(replaced.size(), from + FILES_AT_ONCE)), found, stay);
        }
        return stay;
    }

    private void clear(
            List<Replacements.Replaced> replaced,
            Map<StorePath, FileStatus> found,
            Map<StorePath, MoverException> stay) {
        Replacements.Begun begun = Durable.await(catalog.replacements().begin(job, export, replaced));
        Quarantine quarantine = store.quarantine();
        List<PurgeFile> ended = new ArrayList<>();
        Set<StorePath> changed = new LinkedHashSet<>();
        for (PurgeFile file : begun.files()) {
            FileStatus there = found.get(file.path());
            if (there == null) throw new IllegalStateException(file.path() + " was not to be replaced");
            try {
                quarantine.keep(file.path(), there.version(), takenAs(begun.plan(), file));
                changed.add(file.path().parent());
                ended.add(file.ended(PurgeOutcome.QUARANTINED, ""));
            } catch (MoverException e) {
                if (e.code() != ErrorCode.SOURCE_NOT_FOUND) stay.put(file.path(), e);
                ended.add(file.ended(PurgeOutcome.KEPT, e.sentence()));
            }
        }
        if (!changed.isEmpty()) {
            quarantine.force();
            changed.forEach(store::forceDirectory);
        }
        Durable.await(catalog.purges().settle(begun.plan().number(), ended));
    }
}
