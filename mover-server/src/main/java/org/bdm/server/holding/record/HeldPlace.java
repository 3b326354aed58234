package org.bdm.server.holding.record;

import java.nio.charset.StandardCharsets;
import org.bdm.core.id.ExportName;
import org.bdm.core.store.Store;
import org.bdm.core.store.StorePath;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.site.access.LocalExports;
import org.jspecify.annotations.Nullable;

/** An export in which we hold files, and what the places of files in it tell. Safe on any thread. */
public final class HeldPlace {
    private final LocalExports.Export export;

    public HeldPlace(LocalExports.Export export) {
        this.export = export;
    }

    public ExportName name() {
        return export.name();
    }

    public LocalExports.Export export() {
        return export;
    }

    public Store store() {
        return export.store();
    }

    /** Instance id told by the directories of a project, which may begin above the root of the export; null if they tell none. */
    public @Nullable String datasetOf(StorePath file) {
        String path = export.directory() + "/" + new String(file.bytes(), StandardCharsets.UTF_8);
        DatasetName dataset = DrsPath.datasetOf(path);
        return dataset == null ? null : dataset.instanceId();
    }
}
