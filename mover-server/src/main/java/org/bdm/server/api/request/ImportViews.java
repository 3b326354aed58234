package org.bdm.server.api.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.control.DigestValue;
import org.bdm.core.control.ImportLineView;
import org.bdm.core.control.request.ImportEntryView;
import org.bdm.core.control.request.ImportView;
import org.bdm.server.catalog.request.Draft;
import org.bdm.server.catalog.request.DraftContent;
import org.bdm.server.catalog.request.DraftLine;
import org.bdm.server.dataset.draft.DraftEntries.NumberedEntry;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.interchange.entry.PathPair;
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
        ImportEntryShown shown = new ImportEntryShown(numbered.number(), numbered.line());
        if (numbered.entry() instanceof ListedFile file) return file(shown, file);
        if (numbered.entry() instanceof ListedQuery query) return query(shown, query);
        if (numbered.entry() instanceof PathPair pair) return pair(shown, pair);
        DatasetWish wish = (DatasetWish) numbered.entry();
        return shown.of(wish.dataset()).at(wish.dataNode()).view("DATASET");
    }

    private static ImportEntryView file(ImportEntryShown shown, ListedFile file) {
        return shown.of(file.dataset())
                .file(file.path(), file.sizeBytes())
                .with(digests(file))
                .from(file.urls().stream().map(Object::toString).toList())
                .view("FILE");
    }

    /** Those that are computed here, then those that are only kept. */
    private static List<DigestValue> digests(ListedFile file) {
        List<DigestValue> digests = new ArrayList<>();
        file.digests().forEach(digest -> digests.add(digest(digest)));
        file.kept()
                .forEach(kept -> digests.add(new DigestValue(kept.algorithm().toLowerCase(Locale.ROOT), kept.text())));
        return digests;
    }

    private static ImportEntryView query(ImportEntryShown shown, ListedQuery query) {
        return shown.asking(query.facets(), query.excluded())
                .asking(query.values())
                .under(query.settings())
                .view("QUERY");
    }

    private static ImportEntryView pair(ImportEntryShown shown, PathPair pair) {
        return shown.of(pair.dataset())
                .with(pair.digest() == null ? List.of() : List.of(digest(Objects.requireNonNull(pair.digest()))))
                .paths(pair.source(), pair.destination(), pair.recursive())
                .view("PAIR");
    }

    private static DigestValue digest(Checksum digest) {
        return new DigestValue(digest.algorithm().name().toLowerCase(Locale.ROOT), digest.hex());
    }
}
