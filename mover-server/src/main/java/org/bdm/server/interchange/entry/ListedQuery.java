package org.bdm.server.interchange.entry;

import java.util.List;
import java.util.Map;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.drs.DatasetName;
import org.jspecify.annotations.Nullable;

/**
 * All datasets that a search finds. All facets must fit; of the values of one facet any.
 *
 * @param facets wanted values by the name of the facet, as the list spells it
 * @param excluded values that are not wanted
 * @param values wanted values without a name of a facet: whoever searches has to find out whose they are
 * @param settings what else steers the search: {@code latest}, {@code replica}, {@code distrib}, {@code retracted}, {@code from} and
 *     {@code to} (time of indexing), {@code min_version}, {@code max_version}, {@code timeslice},
 *     {@code searchapi_host}, {@code query}
 */
public record ListedQuery(
        Map<String, List<String>> facets,
        Map<String, List<String>> excluded,
        List<String> values,
        Map<String, String> settings)
        implements ImportedEntry {
    /** Copies all. */
    public ListedQuery {
        facets = Map.copyOf(facets);
        excluded = Map.copyOf(excluded);
        values = List.copyOf(values);
        settings = Map.copyOf(settings);
    }

    /**
     * A query of facets; a name that begins with {@code !} has unwanted values, a setting has one.
     *
     * @throws MoverException INVALID_REQUEST if it would find everything, or a text is too long
     */
    public static ListedQuery of(Map<String, List<String>> query) {
        FacetCollection facets = new FacetCollection();
        try {
            for (Map.Entry<String, List<String>> facet : query.entrySet()) {
                String name = facet.getKey();
                List<String> values = facet.getValue();
                if (name.isBlank() || values.isEmpty()) throw new RefusedLine("a facet has no name or no value");
                if (name.startsWith("!")) facets.askNot(name.substring(1), values);
                else facets.ask(name, values);
            }
            if (facets.wantsNothing()) throw new RefusedLine("the query names no facet: it would find everything");
        } catch (RefusedLine e) {
            throw new MoverException(ErrorCode.INVALID_REQUEST, e.reason(), e);
        }
        return facets.query();
    }

    @Override
    public @Nullable DatasetName dataset() {
        return null;
    }

    @Override
    public int files() {
        return 0;
    }

    @Override
    public @Nullable Long sizeBytes() {
        return null;
    }
}
