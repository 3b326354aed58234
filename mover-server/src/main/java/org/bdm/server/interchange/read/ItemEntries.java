package org.bdm.server.interchange.read;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bdm.server.discovery.event.CatalogItem;
import org.bdm.server.discovery.index.ClaimedFile;
import org.bdm.server.discovery.index.ClaimedLocation;
import org.bdm.server.interchange.entry.DatasetWish;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.KeptDigest;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/**
 * The files of a STAC item of ESGF-NG as entries of a list: one for each asset that is a file, with all its copies on HTTP.
 *
 * @param line where the item begins
 */
record ItemEntries(long line, CatalogItem item) {
    private static final int COPIES_MAX = 100;

    /** Each file; a wish for the whole dataset if the item names none, as after a retraction. */
    void tell(EntryReceiver receiver) {
        for (String reason : item.unreadable()) receiver.refused(line, QuotedText.plain(reason));
        Map<String, List<ClaimedFile>> files = new LinkedHashMap<>();
        for (ClaimedFile file : item.files()) {
            files.computeIfAbsent(file.fileName(), name -> new ArrayList<>()).add(file);
        }
        files.forEach((name, copies) -> {
            try {
                receiver.entry(line, file(name, copies, receiver));
            } catch (RefusedLine e) {
                receiver.refused(line, "asset " + QuotedText.of(name) + ": " + e.reason());
            }
        });
        if (!files.isEmpty() || !item.unreadable().isEmpty()) return;
        receiver.warned(
                line,
                "the item " + QuotedText.of(item.dataset().instanceId()) + " names no file: the dataset is taken");
        receiver.entry(line, new DatasetWish(item.dataset(), null));
    }

    private ListedFile file(String name, List<ClaimedFile> copies, EntryReceiver receiver) throws RefusedLine {
        ClaimedFile first = copies.get(0);
        List<KeptDigest> kept = new ArrayList<>();
        for (String digest : first.digestsUnread()) {
            // Other algorithms of a multihash are right, but not computed here.
            KeptDigest other = keptDigest(digest);
            if (other != null) kept.add(other);
            receiver.repeated(
                    line,
                    (other == null ? "a digest cannot be read" : other.algorithm() + " digests are not computed here")
                            + ": the file is taken without",
                    "asset " + QuotedText.of(name) + ", " + QuotedText.of(digest));
        }
        return new ListedFile(
                ListedPath.relative(first.localPath().orElse(name)),
                item.dataset(),
                first.size().isPresent() ? first.size().getAsLong() : null,
                first.digests(),
                kept,
                urls(copies, receiver));
    }

    /** Null for a text that is no digest. */
    private static @Nullable KeptDigest keptDigest(String written) {
        try {
            return ListedDigest.unnamed(written).kept();
        } catch (RefusedLine e) {
            return null; // told with the text itself
        }
    }

    /** Copies that are not on HTTP are passed over. */
    private List<URI> urls(List<ClaimedFile> copies, EntryReceiver receiver) throws RefusedLine {
        List<URI> urls = new ArrayList<>();
        for (ClaimedFile copy : copies) {
            for (ClaimedLocation location : copy.locations()) {
                if (!location.isHttp()) continue;
                if (urls.size() == COPIES_MAX) throw new RefusedLine("more than " + COPIES_MAX + " copies");
                URI url = ListedPath.oneOfSeveral(location.address(), line, receiver);
                if (url != null && !urls.contains(url)) urls.add(url);
            }
        }
        return urls;
    }
}
