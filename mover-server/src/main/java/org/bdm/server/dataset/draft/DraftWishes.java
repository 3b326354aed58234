package org.bdm.server.dataset.draft;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.transfer.Endpoint;
import org.bdm.server.catalog.job.SubmittedItem;
import org.bdm.server.dataset.replica.DatasetWishes;
import org.bdm.server.dataset.replica.WantedNames;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.ListedQuery;
import org.bdm.server.interchange.entry.PathPair;
import org.jspecify.annotations.Nullable;

/**
 * The wishes of an imported list: files with addresses become items at once, everything else is a wish for whole datasets. Belongs to one
 * thread.
 */
public final class DraftWishes {
    private static final int PAGE_ENTRIES = 1_000;
    private static final int QUERIES_MAX = 1_000;
    /** Settings that a job obeys, or that only say whom to ask, which is configured here. */
    private static final Set<String> KNOWN_SETTINGS = Set.of(
            "query",
            "latest",
            "replica",
            "retracted",
            "from",
            "to",
            "min_version",
            "max_version",
            "distrib",
            "searchapi_host");

    private final DraftEntries entries;
    private final ListedFileItems items;
    private final TreeSet<String> names = new TreeSet<>();
    private final List<Selection> queries = new ArrayList<>();

    /** Of a draft, for files that go below a directory of this site. */
    public DraftWishes(DraftEntries entries, Endpoint destination) {
        this.entries = entries;
        this.items = new ListedFileItems(destination);
    }

    /**
     * Reads all of it.
     *
     * @param receiver takes the item of each file that the list names with its addresses
     * @throws MoverException INVALID_REQUEST for an entry that asks for nothing that can be fetched, with its line; TOO_LARGE
     */
    public DatasetWishes read(Consumer<SubmittedItem> receiver) {
        long last = 0;
        List<DraftEntries.NumberedEntry> page = entries.after(last, PAGE_ENTRIES);
        while (!page.isEmpty()) {
            for (DraftEntries.NumberedEntry entry : page) take(entry.line(), entry.entry(), receiver);
            last = page.get(page.size() - 1).number();
            page = page.size() < PAGE_ENTRIES ? List.of() : entries.after(last, PAGE_ENTRIES);
        }
        return new DatasetWishes(List.copyOf(names), queries);
    }

    private void take(long line, ImportedEntry entry, Consumer<SubmittedItem> receiver) {
        if (entry instanceof ListedFile file && !file.urls().isEmpty()) receiver.accept(items.of(line, file));
        else if (entry instanceof DatasetWish wish) addName(wish.dataset());
        else if (entry instanceof ListedQuery query) addQuery(line, query);
        else if (entry instanceof ListedFile file && file.dataset() != null) addName(file.dataset());
        else if (entry instanceof PathPair)
            throw refused(line, "a pair of paths of Globus cannot be fetched over HTTP");
        else throw refused(line, "the list tells neither an address nor the dataset of this file");
    }

    private void addName(DatasetName dataset) {
        names.add(dataset.instanceId());
        if (names.size() > WantedNames.NAMES_MAX) {
            throw new MoverException(
                    ErrorCode.TOO_LARGE, "the draft names more than " + WantedNames.NAMES_MAX + " datasets");
        }
    }

    private void addQuery(long line, ListedQuery query) {
        if (!query.values().isEmpty()) {
            throw refused(line, "whose facet is the value '" + query.values().get(0) + "'? Give the facet its name");
        }
        if (queries.size() == QUERIES_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "the draft has more than " + QUERIES_MAX + " queries");
        }
        for (String name : query.settings().keySet()) {
            if (!KNOWN_SETTINGS.contains(name)) {
                throw refused(line, "no job can be made of '" + name + "', without which the query finds too much");
            }
        }
        Map<String, String> settings = new TreeMap<>(query.settings());
        queries.add(new Selection(
                query.facets(),
                query.excluded(),
                List.of(),
                Optional.ofNullable(settings.get("query")),
                flag(line, settings.get("latest")).or(() -> Optional.of(true)),
                flag(line, settings.get("replica")),
                flag(line, settings.get("retracted")).or(() -> Optional.of(false)),
                instant(line, settings.get("from")),
                instant(line, settings.get("to")),
                version(settings.get("min_version")),
                version(settings.get("max_version"))));
    }

    private static Optional<Boolean> flag(long line, @Nullable String text) {
        if (text == null) return Optional.empty();
        if (text.equalsIgnoreCase("true")) return Optional.of(true);
        if (text.equalsIgnoreCase("false")) return Optional.of(false);
        throw refused(line, "'" + text + "' is neither true nor false");
    }

    private static Optional<Instant> instant(long line, @Nullable String text) {
        if (text == null) return Optional.empty();
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "line " + line + " of the list: '" + text + "' is not a time", e);
        }
    }

    private static Optional<String> version(@Nullable String text) {
        return Optional.ofNullable(text).map(version -> version.replaceFirst("^v", ""));
    }

    private static MoverException refused(long line, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "line " + line + " of the list: " + why);
    }
}
