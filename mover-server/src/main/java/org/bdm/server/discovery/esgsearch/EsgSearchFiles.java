package org.bdm.server.discovery.esgsearch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.bdm.server.discovery.http.IndexConnection;
import org.bdm.server.discovery.index.ClaimedDataset;
import org.bdm.server.discovery.index.Findings;
import org.bdm.server.discovery.index.IndexFailure;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;
import org.bdm.server.discovery.index.NameBatch;
import org.bdm.server.discovery.index.PageProgress;
import org.bdm.server.discovery.record.IndexRecord;
import org.bdm.server.discovery.record.RecordClaims;
import org.bdm.server.discovery.record.UnreadableRecord;

/** Asks an index of the esg-search shape for the files of datasets, many datasets in one request. */
public final class EsgSearchFiles {
    private final IndexConnection connection;
    private final IndexSettings settings;

    EsgSearchFiles(IndexConnection connection) {
        this.connection = connection;
        this.settings = connection.settings();
    }

    /**
     * A dataset whose files are wanted.
     *
     * @param id with the node, as the index spells it
     * @param files how many it is said to have; 1 if nothing is said
     */
    public record Parent(String id, long files) {
        public static Parent of(IndexRecord record, ClaimedDataset dataset) {
            String id = record.text("id")
                    .filter(text -> text.indexOf('|') > 0)
                    .orElse(dataset.instanceId() + "|" + dataset.dataNode());
            return new Parent(id, Math.max(1, dataset.files().orElse(1)));
        }
    }

    /** Passes on the files of all of them. */
    void passOn(List<Parent> parents, Findings findings) throws IndexFailure {
        List<String> batch = new ArrayList<>();
        long files = 0;
        for (Parent parent : parents) {
            if (!batch.isEmpty() && files + parent.files() > settings.offsetMax()) {
                ask(batch, findings);
                batch.clear();
                files = 0;
            }
            batch.add(parent.id());
            files += parent.files();
        }
        ask(batch, findings);
    }

    private void ask(List<String> datasetIds, Findings findings) throws IndexFailure {
        for (List<String> part : NameBatch.parts(datasetIds)) {
            EsgSearchQuery query = EsgSearchQuery.ofType("File", settings).with("dataset_id", part);
            Pages pages = new Pages(findings);
            while (pages.hasNext()) {
                URI address = query.page(settings.address(), pages.offset, settings.pageRecords());
                RecordPage page = connection.ask(address, body -> {
                    pages.begin();
                    return RecordAnswer.read(body, record -> record.ifPresentOrElse(pages::take, pages::takeTooLarge));
                });
                pages.end(page);
            }
            pages.check(part.get(0));
        }
    }

    /** One question, page after page. */
    private final class Pages {
        private final Findings findings;
        private final PageProgress progress = new PageProgress();
        private final List<String> names = new ArrayList<>();
        private long offset;
        private long found = -1;
        private int onPage;
        private boolean isOver;
        private boolean isStuck;

        private Pages(Findings findings) {
            this.findings = findings;
        }

        /** Deep offsets are taken here: the files of one dataset cannot be cut by a facet. */
        private boolean hasNext() {
            boolean isRefused = settings.kind() == IndexKind.BRIDGE && offset > settings.offsetMax();
            return !isOver && !isRefused && (found < 0 || offset < found);
        }

        private void begin() {
            onPage = 0;
            names.clear();
        }

        private void take(IndexRecord record) {
            String id = record.text("id").orElse("at " + (offset + onPage++));
            names.add(id);
            try {
                findings.claim(RecordClaims.file(settings.name(), record));
            } catch (UnreadableRecord e) {
                findings.unreadable(id, e.reason());
            }
        }

        private void takeTooLarge() {
            findings.unreadable("a record", "it is too large");
        }

        private void end(RecordPage page) throws IndexFailure {
            if (page.found() < 0) throw new IndexFailure("BROKEN_ANSWER", "its answer does not say how much was found");
            if (page.isPartial()) {
                findings.warn("TRUNCATED", "it says that it did not search everywhere; try again later", true);
            }
            found = page.found();
            offset += page.records();
            isStuck = progress.isStuckAfter(names);
            isOver = page.records() == 0 || isStuck;
        }

        private void check(String first) {
            if (offset < found && !isStuck) {
                findings.warn(
                        "TRUNCATED",
                        "it gave " + offset + " of " + found + " files of " + first + " and those asked with it",
                        true);
            } else if (progress.distinct() < found) {
                findings.warn(
                        "PAGE_REPEATED",
                        "it gave " + progress.distinct() + " different files of " + found + " of " + first
                                + " and those asked with it",
                        true);
            }
        }
    }
}
