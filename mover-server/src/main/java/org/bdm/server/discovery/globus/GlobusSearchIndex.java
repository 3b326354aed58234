package org.bdm.server.discovery.globus;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bdm.server.discovery.esgsearch.EsgSearchFiles;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Federation.Depth;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.Index;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.NameBatch;
import org.bdm.server.discovery.index.PageProgress;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.discovery.index.SelectionFit;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;
import tools.jackson.databind.node.ObjectNode;

/** Globus Search: up to ten thousand records are paged by offset, more are scrolled. */
public final class GlobusSearchIndex implements Index {
    private static final int OFFSET_MAX = 10_000;

    private final IndexConnection connection;
    private final IndexSettings settings;

    public GlobusSearchIndex(IndexConnection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    /** Takes the records of one page. */
    private interface PageReceiver {
        void take(List<IndexRecord> records) throws IndexFailure;
    }

    @Override
    public void search(Selection selection, Depth depth, Findings findings) throws IndexFailure {
        SelectionFit fit = new SelectionFit(selection);
        if (selection.instanceIds().isEmpty()) {
            collect(
                    GlobusQuery.datasets(selection, settings.pageRecords()),
                    page -> passOn(page, fit, depth, findings),
                    findings);
        }
        for (NameBatch batch : NameBatch.of(selection.instanceIds())) {
            collect(
                    GlobusQuery.with("Dataset", batch.field(), batch.names(), settings.pageRecords()),
                    page -> passOn(page, fit, depth, findings),
                    findings);
        }
    }

    private URI address(String call) {
        return URI.create(settings.address().toString().replaceFirst("/+$", "") + call);
    }

    private void collect(ObjectNode query, PageReceiver receiver, Findings findings) throws IndexFailure {
        PageProgress progress = new PageProgress();
        Set<String> seen = new HashSet<>();
        List<IndexRecord> records = new ArrayList<>();
        ObjectNode first = query.deepCopy().put("offset", 0);
        GlobusAnswer.Page page = ask("/search", first, records, seen, findings);
        long total = page.total();
        if (total > Math.min(OFFSET_MAX, settings.offsetMax())) {
            scroll(query, receiver, findings);
            return;
        }
        long offset = 0;
        while (page.records() > 0) {
            receiver.take(List.copyOf(records));
            offset += page.records();
            if (progress.isStuckAfter(seen)) {
                repeats(total, progress, findings);
                return;
            }
            if (offset >= total && !page.hasNext()) break;
            seen.clear();
            page = ask("/search", query.deepCopy().put("offset", offset), records, seen, findings);
        }
        check(total, offset, progress.distinct(), findings);
    }

    private static void repeats(long total, PageProgress progress, Findings findings) {
        findings.warn(
                "PAGE_REPEATED",
                "it gave " + progress.distinct() + " different records of " + total
                        + ", and then the same ones again and again",
                true);
    }

    private void scroll(ObjectNode query, PageReceiver receiver, Findings findings) throws IndexFailure {
        Set<String> markers = new HashSet<>();
        PageProgress progress = new PageProgress();
        ObjectNode question = query.deepCopy();
        List<IndexRecord> records = new ArrayList<>();
        long passed = 0;
        long total;
        while (true) {
            Set<String> onPage = new HashSet<>();
            GlobusAnswer.Page page = ask("/scroll", question, records, onPage, findings);
            total = page.total();
            passed += onPage.size();
            receiver.take(List.copyOf(records));
            if (progress.isStuckAfter(onPage)) {
                repeats(total, progress, findings);
                return;
            }
            Optional<String> marker = page.marker();
            if (!page.hasNext() || marker.isEmpty()) break;
            if (!markers.add(marker.get())) {
                findings.warn("PAGE_REPEATED", "its marker of the next page leads back", true);
                return;
            }
            question.put("marker", marker.get());
        }
        check(total, passed, passed, findings);
    }

    private GlobusAnswer.Page ask(
            String call, ObjectNode question, List<IndexRecord> records, Set<String> seen, Findings findings)
            throws IndexFailure {
        GlobusAnswer.Page page =
                connection.ask(address(call), Optional.of(question.toString()), "application/json", body -> {
                    records.clear();
                    return GlobusAnswer.read(
                            body,
                            record -> record.ifPresentOrElse(
                                    records::add, () -> findings.unreadable("a record", "it is too large")));
                });
        for (IndexRecord record : records) record.text("id").ifPresent(seen::add);
        return page;
    }

    private static void check(long total, long passed, long distinct, Findings findings) {
        if (passed < total) {
            findings.warn(
                    "TRUNCATED", "it says that it found " + total + " records, and gave " + passed + " of them", true);
        } else if (distinct < total) {
            findings.warn("PAGE_REPEATED", "it gave " + distinct + " different records of " + total, true);
        }
    }

    private void passOn(List<IndexRecord> records, SelectionFit fit, Depth depth, Findings findings)
            throws IndexFailure {
        List<String> ids = new ArrayList<>();
        for (IndexRecord record : records) {
            try {
                ClaimedDataset dataset = RecordClaims.dataset(settings.name(), record);
                if (!fit.fits(dataset)) continue;
                findings.claim(dataset);
                ids.add(EsgSearchFiles.Parent.of(record, dataset).id());
            } catch (UnreadableRecord e) {
                findings.unreadable(record.text("id").orElse("a record without id"), e.reason());
            }
        }
        if (depth != Depth.FILES) return;
        for (List<String> part : NameBatch.parts(ids)) {
            collect(
                    GlobusQuery.with("File", "dataset_id", part, settings.pageRecords()),
                    page -> passOnFiles(page, findings),
                    findings);
        }
    }

    private void passOnFiles(List<IndexRecord> records, Findings findings) {
        for (IndexRecord record : records) {
            try {
                findings.claim(RecordClaims.file(settings.name(), record));
            } catch (UnreadableRecord e) {
                findings.unreadable(record.text("id").orElse("a record without id"), e.reason());
            }
        }
    }
}
