package org.bdm.server.request;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.bdm.core.control.request.CreateReplicationRequest;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.catalog.request.Requests;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryJson;
import org.bdm.server.interchange.entry.ImportedEntry;
import org.bdm.server.interchange.entry.ListedQuery;

/** The datasets or the query of a request, as the catalog keeps them: entries, one a line; none when a draft says it. */
public final class Wishes {
    private static final int DATASETS_MAX = 1_000;

    private Wishes() {}

    /** Refuses what asks for nothing, or in two ways. */
    public static List<ImportedEntry> of(CreateReplicationRequest request) {
        int ways = (request.draft() == null ? 0 : 1)
                + (request.datasets().isEmpty() ? 0 : 1)
                + (request.query().isEmpty() ? 0 : 1);
        if (ways != 1) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, "a request names one of draft, datasets and query, not " + ways);
        }
        if (request.datasets().size() > DATASETS_MAX) throw tooLong();
        List<ImportedEntry> entries = new ArrayList<>();
        for (String id : request.datasets()) entries.add(DatasetWish.of(id));
        if (!request.query().isEmpty()) entries.add(ListedQuery.of(request.query()));
        return entries;
    }

    public static String text(List<ImportedEntry> entries) {
        String text = entries.stream().map(EntryJson::write).collect(Collectors.joining("\n"));
        if (text.length() > Requests.WISH_LENGTH_MAX) throw tooLong();
        return text;
    }

    private static MoverException tooLong() {
        return new MoverException(ErrorCode.TOO_LARGE, "the request is too long: import the list and name its draft");
    }

    public static List<ImportedEntry> entries(String text) {
        return text.lines().map(EntryJson::read).toList();
    }
}
