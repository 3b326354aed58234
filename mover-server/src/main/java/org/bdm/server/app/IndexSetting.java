package org.bdm.server.app;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.index.IndexKind;
import org.bdm.server.discovery.index.IndexSettings;

/** The value of {@code --index}: {@code NAME=KIND:URL}, further settings behind it as {@code key=value}, parted by blanks or commas. */
final class IndexSetting {
    private static final String FORM = "NAME=KIND:URL[,key=value ...]";
    private static final Pattern BETWEEN =
            Pattern.compile("\\s+|,(?=(?:kind|url|contact|requests-per-day|connect-timeout"
                    + "|answer-timeout|shards|distrib|page-records|offset-max|cached-for|transactions)=)");

    private final String text;
    private final Map<String, String> values;

    private IndexSetting(String text, Map<String, String> values) {
        this.text = text;
        this.values = values;
    }

    /** Reads one; INVALID_REQUEST with what is wrong. {@code contact} is for those that name none of their own. */
    static IndexSettings parse(String text, String contact) {
        int equals = text.indexOf('=');
        if (equals < 1) throw refused(text, "it is not of the form " + FORM);
        String name = text.substring(0, equals);
        Map<String, String> values = new LinkedHashMap<>();
        for (String word : BETWEEN.split(text.substring(equals + 1).strip())) add(text, values, word);
        values.putIfAbsent("contact", contact);
        IndexSettings settings = new IndexSetting(text, values).settings(name);
        if (!values.isEmpty())
            throw refused(
                    text, "there is no setting '" + values.keySet().iterator().next() + "'");
        return settings;
    }

    /** {@code key=value}, or {@code KIND:URL}, whose URL may hold an equals sign, too. */
    private static void add(String text, Map<String, String> values, String word) {
        int equals = word.indexOf('=');
        int colon = word.indexOf(':');
        boolean isAddress = colon > 0 && (equals < 0 || colon < equals);
        if (!isAddress && equals < 1) throw refused(text, "'" + word + "' is not of the form key=value");
        String first = isAddress ? values.put("kind", word.substring(0, colon)) : null;
        if (isAddress) values.put("url", word.substring(colon + 1));
        String before = isAddress ? first : values.put(word.substring(0, equals), word.substring(equals + 1));
        if (before != null) throw refused(text, "'" + word + "' says what was said before");
    }

    private IndexSettings settings(String name) {
        IndexKind kind = kind();
        IndexSettings usual = IndexSettings.of(name, kind, address(asAsked(kind, taken("url", ""))));
        return new IndexSettings(
                name,
                usual.kind(),
                usual.address(),
                taken("contact", usual.contact()),
                number("requests-per-day", usual.requestsPerDay()),
                seconds("connect-timeout", usual.connectTimeout()),
                seconds("answer-timeout", usual.answerTimeout()),
                shards(),
                isDistributed(usual.isDistributed()),
                number("page-records", usual.pageRecords()),
                number("offset-max", usual.offsetMax()),
                usual.answerBytesMax(),
                seconds("cached-for", usual.cachedFor()),
                transactions());
    }

    private IndexKind kind() {
        String kind = taken("kind", "").toUpperCase(Locale.ROOT).replace('-', '_');
        for (IndexKind known : IndexKind.values()) {
            if (known.name().equals(kind)) return known;
        }
        throw refused(text, "the kind is none of esg-search, bridge, globus-search, stac, thredds");
    }

    private Optional<URI> transactions() {
        return Optional.of(taken("transactions", ""))
                .filter(written -> !written.isEmpty())
                .map(this::address);
    }

    /** People write where a service is, or the address of its search: the same is asked. */
    private static String asAsked(IndexKind kind, String written) {
        return switch (kind) {
            case ESG_SEARCH -> written.replaceFirst("(?<=[^/]/esg-search)/?$", "/search");
            case GLOBUS_SEARCH, STAC -> written.replaceFirst("/search/?$", "");
            case BRIDGE, THREDDS -> written;
        };
    }

    private URI address(String written) {
        try {
            return new URI(written);
        } catch (URISyntaxException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "--index " + text + ": its URL cannot be read", e);
        }
    }

    private List<String> shards() {
        String shards = taken("shards", "");
        return shards.isEmpty() ? List.of() : List.of(shards.split(","));
    }

    private boolean isDistributed(boolean usual) {
        return switch (taken("distrib", String.valueOf(usual))) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(text, "distrib is true or false");
        };
    }

    private Duration seconds(String key, Duration usual) {
        return Duration.ofSeconds(number(key, Math.toIntExact(usual.toSeconds())));
    }

    private int number(String key, int usual) {
        String given = taken(key, String.valueOf(usual));
        try {
            return Integer.parseInt(given);
        } catch (NumberFormatException e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "--index " + text + ": " + key + " is not a number", e);
        }
    }

    private String taken(String key, String usual) {
        String given = values.remove(key);
        return given == null ? usual : given;
    }

    private static MoverException refused(String text, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--index " + text + ": " + why);
    }
}
