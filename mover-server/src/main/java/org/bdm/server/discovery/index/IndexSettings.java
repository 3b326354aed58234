package org.bdm.server.discovery.index;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;

/**
 * The address of one index, and the limits on requests to it.
 *
 * @param name word by which people and claims name it
 * @param address {@code http} or {@code https}; what it has to point at is said at the kinds
 * @param contact address of a person, sent in the User-Agent; empty for none
 * @param requestsPerDay requests from midnight to midnight UTC, repetitions included
 * @param connectTimeout for the connection
 * @param answerTimeout for one answer from the request to its last byte
 * @param shards Solr shards that are named in the request ({@code host/solr}); empty for those of the index
 * @param isDistributed whether an {@code esg-search} asks its shards, too
 * @param pageRecords records per page that are asked for
 * @param offsetMax answers with more records are split by facets instead of paged
 * @param answerBytesMax an answer that is longer, after decompression, is not read further
 * @param cachedFor how long the same page is not asked for again; zero for never
 * @param transactions Transaction API of a STAC index, which is told of replicas; empty if nothing is sent to it
 */
public record IndexSettings(
        String name,
        IndexKind kind,
        URI address,
        String contact,
        int requestsPerDay,
        Duration connectTimeout,
        Duration answerTimeout,
        List<String> shards,
        boolean isDistributed,
        int pageRecords,
        int offsetMax,
        long answerBytesMax,
        Duration cachedFor,
        Optional<URI> transactions) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final int BRIDGE_OFFSET_MAX = 9_999;
    private static final int PAGE_RECORDS_MAX = 10_000;

    /**
     * Copies the list.
     *
     * @throws MoverException INVALID_REQUEST for a name, address or number that cannot be
     */
    public IndexSettings {
        shards = List.copyOf(shards);
        check(NAME.matcher(name).matches(), name, "a name has letters, digits, '_', '.', '-', up to 64");
        check(isWeb(address), name, "its address is not of the form http(s)://HOST/PATH");
        check(
                transactions.map(IndexSettings::isWeb).orElse(true),
                name,
                "its transactions are not of the form http(s)://HOST/PATH");
        check(
                transactions.isEmpty() || kind == IndexKind.STAC,
                name,
                "only a STAC index has a Transaction API; leave 'transactions' away");
        check(requestsPerDay > 0, name, "its requests per day must be at least 1");
        check(pageRecords > 0 && pageRecords <= PAGE_RECORDS_MAX, name, "its page must have 1 to 10,000 records");
        check(offsetMax >= pageRecords, name, "its largest offset must not be below its page");
        check(answerBytesMax > 0, name, "the size limit of its answers must be at least 1 byte");
        check(!answerTimeout.isNegative() && !answerTimeout.isZero(), name, "its timeout must be above zero");
        check(!connectTimeout.isNegative() && !connectTimeout.isZero(), name, "its timeout must be above zero");
        check(contact.chars().allMatch(c -> c >= ' ' && c < 0x7f), name, "its contact must be plain ASCII");
    }

    /** With what suits the kind. */
    public static IndexSettings of(String name, IndexKind kind, URI address) {
        int offsetMax = kind == IndexKind.BRIDGE ? BRIDGE_OFFSET_MAX : 10_000;
        return new IndexSettings(
                name,
                kind,
                address,
                "",
                20_000,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                List.of(),
                true,
                kind == IndexKind.STAC ? 100 : 500,
                offsetMax,
                256L << 20,
                Duration.ofMinutes(2),
                Optional.empty());
    }

    private static boolean isWeb(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        return (scheme.equals("http") || scheme.equals("https")) && address.getHost() != null;
    }

    private static void check(boolean isGood, String name, String why) {
        if (!isGood) throw new MoverException(ErrorCode.INVALID_REQUEST, "the index '" + name + "': " + why);
    }
}
