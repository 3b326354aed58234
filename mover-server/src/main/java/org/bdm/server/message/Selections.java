package org.bdm.server.message;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.discovery.index.Selection;
import org.bdm.server.drs.QueryTerm;
import org.jspecify.annotations.Nullable;

/** Queries of users, bounded, in the form in which indexes are asked. */
public final class Selections {
    private static final String REPLICA = "replica";
    private static final Pattern FACET = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
    private static final int FACETS_MAX = 50;
    private static final int VALUES_MAX = 500;
    private static final int VALUE_LENGTH_MAX = 500;

    private Selections() {}

    /** INVALID_REQUEST for a query that asks for everything, or for what can be no facet. */
    public static Selection of(DatasetQuery query) {
        String text = query.text() == null ? null : PlainText.checked("text", query.text(), VALUE_LENGTH_MAX);
        boolean isAnyVersion = query.allVersions() != null && query.allVersions();
        boolean isAlsoRetracted = query.withRetracted() != null && query.withRetracted();
        Map<String, List<String>> facets = new TreeMap<>(query.facets());
        Optional<Boolean> replica = replica(facets.remove(REPLICA));
        if (facets.isEmpty() && text == null) throw everything();
        return new Selection(
                checked(facets),
                checked(query.excluded()),
                List.of(),
                Optional.ofNullable(text),
                isAnyVersion ? Optional.empty() : Optional.of(true),
                replica,
                isAlsoRetracted ? Optional.empty() : Optional.of(false),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static MoverException everything() {
        return new MoverException(ErrorCode.INVALID_REQUEST, "query: at least one FACET=VALUE is needed");
    }

    /** Only copies, or only originals. */
    private static Optional<Boolean> replica(@Nullable List<String> values) {
        if (values == null) return Optional.empty();
        if (values.equals(List.of("true")) || values.equals(List.of("false"))) {
            return Optional.of(values.get(0).equals("true"));
        }
        throw new MoverException(ErrorCode.INVALID_REQUEST, "query: replica is true or false");
    }

    private static String hint(String name) {
        return switch (QueryTerm.of(name)) {
            case FLAG -> "say allVersions or withRetracted (--all-versions, --with-retracted) instead";
            case SETTING -> "words are looked for with text (--text), times and versions cannot be asked for";
            case FILES -> "it picks files, and datasets are found and replicated whole: leave it out";
            case ANSWER, FACET -> "leave it out";
        };
    }

    private static Map<String, List<String>> checked(Map<String, List<String>> facets) {
        if (facets.size() > FACETS_MAX) {
            throw new MoverException(ErrorCode.TOO_LARGE, "a query has at most " + FACETS_MAX + " facets");
        }
        Map<String, List<String>> checked = new TreeMap<>();
        facets.forEach((facet, values) -> {
            if (!FACET.matcher(facet).matches()) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "query: a facet has letters, digits and '_'; this is none: " + shown(facet));
            }
            if (QueryTerm.of(facet) != QueryTerm.FACET) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "query: '" + facet + "' is not a facet of datasets; " + hint(facet));
            }
            if (values.isEmpty() || values.size() > VALUES_MAX) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST, "query: " + facet + " needs 1 to " + VALUES_MAX + " values");
            }
            values.forEach(value -> checkValue(facet, value));
            checked.put(facet, values);
        });
        return checked;
    }

    private static void checkValue(String facet, String value) {
        if (PlainText.checked(facet, value, VALUE_LENGTH_MAX).isBlank()) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, "query: a value of " + facet + " is empty");
        }
    }

    private static String shown(String text) {
        String plain = text.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() <= 100 ? plain : plain.substring(0, 100) + "..";
    }
}
