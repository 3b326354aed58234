package org.bdm.server.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.ImportEntryView;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.ImportView;
import org.bdm.server.catalog.Draft;
import org.bdm.server.catalog.DraftContent;
import org.bdm.server.catalog.DraftLine;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.DatasetQuery;
import org.bdm.server.interchange.DatasetWish;
import org.bdm.server.interchange.ListedFile;
import org.bdm.server.interchange.PathPair;
import org.bdm.server.replicas.DraftEntries.NumberedEntry;
import org.jspecify.annotations.Nullable;

/** Drafts and their entries, as they are shown. */
final class ImportViews {
    private ImportViews() {}

    static ImportView of(Draft draft) {
        return view(draft, draft.content());
    }

    /** Of a list that was only looked at. */
    static ImportView of(DraftContent content) {
        return view(null, content);
    }

    private static ImportView view(@Nullable Draft draft, DraftContent content) {
        return new ImportView(
                draft == null ? null : "draft-" + draft.number(),
                draft == null ? null : draft.owner(),
                draft == null ? null : draft.label(),
                draft == null ? null : draft.createdAt(),
                content.format(),
                content.entries(),
                content.datasets(),
                content.datasetsComplete(),
                content.files(),
                content.filesWithoutSize(),
                content.bytes(),
                content.refusedLines(),
                lines(content, true),
                content.warnedLines(),
                lines(content, false));
    }

    private static List<ImportLineView> lines(DraftContent content, boolean isRefused) {
        return content.lines().stream()
                .filter(line -> line.isRefused() == isRefused)
                .map(ImportViews::line)
                .toList();
    }

    private static ImportLineView line(DraftLine line) {
        return new ImportLineView(line.line(), line.reason());
    }

    static ImportEntryView of(NumberedEntry numbered) {
        if (numbered.entry() instanceof ListedFile file) return file(numbered, file);
        if (numbered.entry() instanceof DatasetQuery query) return query(numbered, query);
        if (numbered.entry() instanceof PathPair pair) return pair(numbered, pair);
        DatasetWish wish = (DatasetWish) numbered.entry();
        return new ImportEntryView(
                numbered.number(),
                numbered.line(),
                "DATASET",
                wish.dataset().instanceId(),
                wish.dataNode(),
                null,
                null,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null,
                false);
    }

    private static ImportEntryView file(NumberedEntry numbered, ListedFile file) {
        DatasetName dataset = file.dataset();
        return new ImportEntryView(
                numbered.number(),
                numbered.line(),
                "FILE",
                dataset == null ? null : dataset.instanceId(),
                null,
                file.path(),
                file.sizeBytes(),
                file.digests().stream().map(ImportViews::digest).toList(),
                file.urls().stream().map(Object::toString).toList(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.of(),
                null,
                null,
                false);
    }

    private static ImportEntryView query(NumberedEntry numbered, DatasetQuery query) {
        return new ImportEntryView(
                numbered.number(),
                numbered.line(),
                "QUERY",
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                query.facets(),
                query.excluded(),
                query.values(),
                query.settings(),
                null,
                null,
                false);
    }

    private static ImportEntryView pair(NumberedEntry numbered, PathPair pair) {
        DatasetName dataset = pair.dataset();
        return new ImportEntryView(
                numbered.number(),
                numbered.line(),
                "PAIR",
                dataset == null ? null : dataset.instanceId(),
                null,
                null,
                null,
                pair.digest() == null ? List.of() : List.of(digest(Objects.requireNonNull(pair.digest()))),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                Map.of(),
                pair.source(),
                pair.destination(),
                pair.recursive());
    }

    private static DigestValue digest(Checksum digest) {
        return new DigestValue(digest.algorithm().standardName(), digest.hex());
    }
}
