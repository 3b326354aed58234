package org.bdm.server.catalog.survey;

import org.bdm.core.id.ExportName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a survey found.
 *
 * @param path below the export
 * @param dataset instance id; null if it is not known
 * @param text a sentence for a person
 */
public record Finding(
        FindingKind kind,
        ExportName export,
        StorePath path,
        @Nullable String dataset,
        String text) {}
