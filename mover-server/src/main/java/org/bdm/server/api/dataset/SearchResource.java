package org.bdm.server.api.dataset;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.dataset.SearchView;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.server.api.http.Needs;
import org.bdm.server.api.http.RouteRoles;
import org.bdm.server.dataset.replica.AsOf;
import org.bdm.server.discovery.index.Federation;
import org.bdm.server.message.Numbers;
import org.bdm.server.message.Selections;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Asks the indexes and keeps nothing. */
@RestController
@RequestMapping(RouteRoles.API)
@Tag(name = "replica sets")
public class SearchResource {
    static final String PATH = "/search";
    private static final String AS_OF = "asOf";
    private static final Set<String> OWN =
            Set.of("type", "index", "limit", "text", "allVersions", "withRetracted", "excluded", AS_OF);
    private static final int SEARCHES_AT_ONCE = 8;

    private final Federation federation;
    private final Clock clock;
    private final Semaphore searches = new Semaphore(SEARCHES_AT_ONCE);

    SearchResource(Federation federation, Clock clock) {
        this.federation = federation;
        this.clock = clock;
    }

    @GetMapping(PATH)
    @Needs({Role.READER, Role.SUBMITTER})
    @Operation(
            operationId = "search",
            summary = "Asks ESGF indexes for datasets or files",
            description =
                    "Every parameter that is not named here is a facet: source_id=IPSL-CM6A-LR. Several values of a facet are "
                            + "alternatives, in one parameter with commas or in several; all facets have to fit; a trailing '!' of the name "
                            + "excludes. Whatever an index could not answer stands in the warnings.")
    @Parameter(
            name = "facets",
            in = ParameterIn.QUERY,
            description = "FACET=VALUE for each wanted facet.",
            schema = @Schema(type = "object", additionalPropertiesSchema = String.class))
    @Parameter(
            name = AS_OF,
            in = ParameterIn.QUERY,
            description = "The day whose versions are wanted, YYYY-MM-DD; without it the latest versions.",
            schema = @Schema(type = "string"))
    SearchView search(
            @RequestParam(defaultValue = "dataset") @Parameter(description = "dataset or file") String type,
            @RequestParam(required = false)
                    @Parameter(description = "Only what these indexes say; may be repeated.")
                    @Nullable List<String> index,
            @RequestParam(required = false)
                    @Parameter(description = "Datasets at most, 1 to 1,000; 100 if not given.")
                    @Nullable Integer limit,
            @RequestParam(required = false) @Nullable String text,
            @RequestParam(defaultValue = "false") boolean allVersions,
            @RequestParam(defaultValue = "false") boolean withRetracted,
            @RequestParam @Parameter(hidden = true) MultiValueMap<String, String> all) {
        Map<String, List<String>> facets = new TreeMap<>();
        Map<String, List<String>> excluded = new TreeMap<>();
        all.forEach((name, values) -> {
            if (OWN.contains(name)) return;
            boolean isExcluded = name.endsWith("!");
            String facet = isExcluded ? name.substring(0, name.length() - 1) : name;
            List<String> cut = new ArrayList<>();
            values.forEach(value -> cut.addAll(FacetWords.of(value)));
            (isExcluded ? excluded : facets).put(facet, cut);
        });
        DatasetQuery query = new DatasetQuery(facets, excluded, text, allVersions, withRetracted);
        FederationSearch search = new FederationSearch(
                federation,
                Selections.of(query),
                depth(type),
                indexes(index),
                Numbers.limit(limit),
                asOf(all.getFirst(AS_OF), allVersions),
                clock);
        if (!searches.tryAcquire()) {
            throw new MoverException(ErrorCode.TOO_MANY_REQUESTS, SEARCHES_AT_ONCE + " searches are under way already");
        }
        try {
            return search.run();
        } finally {
            searches.release();
        }
    }

    private Optional<AsOf> asOf(@Nullable String text, boolean isAnyVersion) {
        if (text == null) return Optional.empty();
        if (isAnyVersion) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    "asOf: it takes one version of each dataset, and allVersions takes all; leave one of them out");
        }
        return Optional.of(AsOf.read(text, clock));
    }

    private static Federation.Depth depth(String type) {
        return switch (type.toLowerCase(java.util.Locale.ROOT)) {
            case "dataset" -> Federation.Depth.DATASETS;
            case "file" -> Federation.Depth.FILES;
            default -> throw new MoverException(ErrorCode.INVALID_REQUEST, "type is neither dataset nor file");
        };
    }

    private Set<String> indexes(@Nullable List<String> wanted) {
        if (wanted == null) return Set.copyOf(federation.indexes());
        for (String name : wanted) {
            if (!federation.indexes().contains(name)) {
                throw new MoverException(
                        ErrorCode.INVALID_REQUEST,
                        "index: there is none of that name; configured are " + String.join(", ", federation.indexes()));
            }
        }
        return Set.copyOf(wanted);
    }
}
