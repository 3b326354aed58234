package org.bdm.server.interchange.read;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.bdm.core.checksum.Checksum;
import org.bdm.server.drs.DatasetName;
import org.bdm.server.drs.DrsPath;
import org.bdm.server.interchange.entry.EntryReceiver;
import org.bdm.server.interchange.entry.KeptDigest;
import org.bdm.server.interchange.entry.ListedDataset;
import org.bdm.server.interchange.entry.ListedFile;
import org.bdm.server.interchange.entry.QuotedText;
import org.bdm.server.interchange.entry.RefusedLine;
import org.jspecify.annotations.Nullable;

/** One {@code file} element in the making. What is wrong in it is kept, and refuses it at its end. Belongs to one thread. */
final class MetalinkFile {
    private static final int URLS_MAX = 100;
    private static final int DIGESTS_MAX = 20;
    private static final int PRIORITY_LAST = 999_999;

    private final long line;
    private final String name;
    private final List<Checksum> digests = new ArrayList<>();
    private final List<KeptDigest> kept = new ArrayList<>();
    private final List<Copy> copies = new ArrayList<>();
    private String identity = "";
    private String version = "";
    private @Nullable Long sizeBytes;
    private @Nullable String firstFault;

    MetalinkFile(long line, @Nullable String name) {
        this.line = line;
        this.name = name == null ? "" : name;
    }

    /** An address and its place in the order: 1 is the first. */
    private record Copy(int priority, String url) {}

    /**
     * A child element.
     *
     * @param attribute {@code type} of a hash, {@code priority} of a URL
     */
    void child(String element, @Nullable String attribute, String text) {
        try {
            switch (element) {
                case "size" -> sizeBytes = ListedPath.sizeBytes(text);
                case "identity" -> identity = text;
                case "version" -> version = text;
                case "hash" -> hash(attribute, text);
                case "url" -> url(attribute, text);
                default -> {
                    // metaurl, publisher, language and others are for people and other programs
                }
            }
        } catch (RefusedLine e) {
            if (firstFault == null) firstFault = e.reason();
        }
    }

    /** Algorithms that are not computed here may stand beside one that is. */
    private void hash(@Nullable String type, String text) throws RefusedLine {
        if (type == null) throw new RefusedLine("a hash has no type");
        if (digests.size() + kept.size() == DIGESTS_MAX) throw new RefusedLine("more than " + DIGESTS_MAX + " hashes");
        ListedDigest digest = ListedDigest.named(type, text);
        digests.addAll(digest.digests());
        kept.addAll(digest.keptDigests());
    }

    private void url(@Nullable String priority, String text) throws RefusedLine {
        if (copies.size() == URLS_MAX) throw new RefusedLine("more than " + URLS_MAX + " URLs");
        long place = priority == null ? PRIORITY_LAST : ListedPath.sizeBytes(priority);
        copies.add(new Copy((int) Math.min(place, PRIORITY_LAST), text));
    }

    void end(EntryReceiver receiver) {
        try {
            if (firstFault != null) throw new RefusedLine(firstFault);
            String path = ListedPath.relative(name);
            List<URI> urls = copies.stream()
                    .sorted(Comparator.comparingInt(Copy::priority))
                    .flatMap(copy -> Stream.ofNullable(ListedPath.oneOfSeveral(copy.url(), line, receiver)))
                    .toList();
            if (urls.isEmpty() && !copies.isEmpty()) {
                throw new RefusedLine(
                        "the URL " + QuotedText.of(copies.get(0).url()) + " is not of the form http(s)://HOST/PATH");
            }
            receiver.entry(line, new ListedFile(path, dataset(path, urls), sizeBytes, digests, kept, urls));
            if (digests.isEmpty() && !kept.isEmpty()) ListedDigest.tellKept(line, kept.get(0), receiver);
        } catch (RefusedLine e) {
            receiver.refused(line, e.reason());
        }
    }

    /** Of the directories if they tell it; else {@code identity} and {@code version}, if they have the form of an id. */
    private @Nullable DatasetName dataset(String path, List<URI> urls) throws RefusedLine {
        DatasetName found =
                DrsPath.datasetOf(path, urls.isEmpty() ? "" : urls.get(0).getPath());
        if (found != null || !ListedDataset.fits(identity)) return found;
        boolean isVersion = version.matches("v?\\d{1,8}");
        return ListedDataset.parse(isVersion ? identity + "#" + version : identity);
    }
}
