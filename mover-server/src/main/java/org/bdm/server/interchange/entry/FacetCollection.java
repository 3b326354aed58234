package org.bdm.server.interchange.entry;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.bdm.server.drs.FacetSpelling;
import org.bdm.server.drs.QueryTerm;

/** The facets of a query so far; bounded, since a stranger's list decides how many there are. Belongs to one thread. */
public final class FacetCollection {
    private static final int VALUES_MAX = 100_000;
    private static final int TEXT_LENGTH_MAX = 1000;
    private static final Pattern FACET = Pattern.compile("[A-Z]?[a-z_][a-z0-9_.-]{0,100}");
    private static final Pattern VERSION = Pattern.compile("v?\\d{1,18}");

    private final Map<String, List<String>> facets = new LinkedHashMap<>();
    private final Map<String, List<String>> excluded = new LinkedHashMap<>();
    private final List<String> values = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private int size;

    /**
     * Adds what {@code NAME=VALUE..} of a list asks for: a facet, or a setting of the search.
     *
     * @throws RefusedLine for what no facet of a dataset says: without it the query would find too much
     */
    public void ask(String name, List<String> asked) throws RefusedLine {
        switch (QueryTerm.of(name)) {
            case FACET -> want(facet(name), asked);
            case FLAG -> set(plain(name), String.valueOf(flag(name, asked)));
            case SETTING -> set(plain(name), setting(name, asked));
            case FILES -> throw picksFiles(name);
            case ANSWER -> throw new RefusedLine(QuotedText.of(name) + " is not a facet: leave it out");
        }
    }

    /** The contrary of {@link #ask}. */
    public void askNot(String name, List<String> unwanted) throws RefusedLine {
        switch (QueryTerm.of(name)) {
            case FACET -> exclude(facet(name), unwanted);
            case FLAG -> set(plain(name), String.valueOf(!flag(name, unwanted)));
            case FILES -> throw picksFiles(name);
            case SETTING, ANSWER ->
                throw new RefusedLine(QuotedText.of(name) + " cannot be excluded: only values of facets can");
        }
    }

    private static RefusedLine picksFiles(String name) {
        return new RefusedLine(QuotedText.of(name)
                + " picks files inside of datasets, and datasets are replicated whole: name the datasets instead");
    }

    private static String plain(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    private static String facet(String name) throws RefusedLine {
        if (FACET.matcher(name).matches()) return name;
        throw new RefusedLine(QuotedText.of(name) + " is not the name of a facet");
    }

    private static boolean flag(String name, List<String> values) throws RefusedLine {
        String value = String.join(" ", values).strip().toLowerCase(Locale.ROOT);
        if (value.equals("true") || value.equals("false")) return value.equals("true");
        throw new RefusedLine(plain(name) + " is true or false, not " + QuotedText.of(String.join(" ", values)));
    }

    private static String setting(String name, List<String> values) throws RefusedLine {
        String value = String.join(" ", values).strip();
        boolean isGood = switch (plain(name)) {
            case "from", "to" -> isInstant(value);
            case "min_version", "max_version" -> VERSION.matcher(value).matches();
            default -> !value.isEmpty();
        };
        if (isGood) return value;
        throw new RefusedLine(QuotedText.of(value) + " is not a value of " + plain(name));
    }

    private static boolean isInstant(String text) {
        try {
            Instant.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private void want(String facet, List<String> wanted) throws RefusedLine {
        count(wanted.size());
        check(facet);
        for (String value : wanted) check(value);
        facets.computeIfAbsent(facet, name -> new ArrayList<>()).addAll(wanted);
    }

    private void exclude(String facet, List<String> unwanted) throws RefusedLine {
        count(unwanted.size());
        check(facet);
        for (String value : unwanted) check(value);
        excluded.computeIfAbsent(facet, name -> new ArrayList<>()).addAll(unwanted);
    }

    /** A value whose facet the list does not name. */
    public void want(String value) throws RefusedLine {
        count(1);
        check(value);
        values.add(value);
    }

    public void set(String name, String value) throws RefusedLine {
        count(1);
        check(name);
        check(value);
        String before = settings.putIfAbsent(name, value);
        if (before != null && !before.equals(value)) {
            throw new RefusedLine(name + " is " + QuotedText.of(before) + " and " + QuotedText.of(value) + " at once");
        }
    }

    /** Adds what another has; a facet or a setting that both have stays as it is here, which is the narrower one. */
    public void inherit(FacetCollection parent) throws RefusedLine {
        for (Map.Entry<String, List<String>> facet : parent.facets.entrySet()) {
            if (!facets.containsKey(facet.getKey())) want(facet.getKey(), facet.getValue());
        }
        for (Map.Entry<String, List<String>> facet : parent.excluded.entrySet()) {
            exclude(facet.getKey(), facet.getValue());
        }
        for (String value : parent.values) want(value);
        parent.settings.forEach(settings::putIfAbsent);
    }

    /**
     * Adds what a whole selection has, which holds besides what is here: of a facet that both have, the values that both want.
     *
     * @throws RefusedLine if there is no such value: nothing could be found
     */
    public void narrowBy(FacetCollection whole) throws RefusedLine {
        for (Map.Entry<String, List<String>> facet : facets.entrySet()) {
            List<String> also = whole.facets.get(facet.getKey());
            if (also == null) continue;
            facet.getValue().retainAll(also);
            if (facet.getValue().isEmpty()) {
                throw new RefusedLine("no value of " + QuotedText.of(facet.getKey())
                        + " is wanted here and by the other lines: it would find nothing");
            }
        }
        inherit(whole);
    }

    /** True if its projects are named and name their facets in one way, so that whoever searches can do so too. */
    public boolean isOfOneSpelling() {
        List<String> projects = facets.getOrDefault("project", facets.getOrDefault("mip_era", List.of()));
        return FacetSpelling.of(projects).isPresent();
    }

    /** Gives what is wanted of a facet to another, of which nothing is wanted. */
    public void rename(String facet, String other) {
        List<String> wanted = facets.remove(facet);
        if (wanted != null) facets.put(other, wanted);
    }

    public boolean wants(String facet) {
        return facets.containsKey(facet);
    }

    private static void check(String text) throws RefusedLine {
        if (text.length() > TEXT_LENGTH_MAX || text.chars().anyMatch(Character::isISOControl)) {
            throw new RefusedLine(QuotedText.of(text) + " is too long for a facet, or holds a control character");
        }
    }

    private void count(int more) throws RefusedLine {
        size += more;
        if (size > VALUES_MAX) throw new RefusedLine("the query has more than " + VALUES_MAX + " values");
    }

    /** A query that wants nothing would find everything. */
    public boolean wantsNothing() {
        return facets.isEmpty() && values.isEmpty() && !settings.containsKey("query");
    }

    /** True if it narrows what it wants by more than {@code latest} and the other flags. */
    public boolean wantsMoreThanFlags() {
        boolean isNarrowed = settings.keySet().stream().anyMatch(name -> QueryTerm.of(name) != QueryTerm.FLAG);
        return !facets.isEmpty() || !excluded.isEmpty() || !values.isEmpty() || isNarrowed;
    }

    public ListedQuery query() {
        return new ListedQuery(facets, excluded, values, settings);
    }
}
