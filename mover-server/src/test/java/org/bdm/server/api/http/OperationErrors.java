package org.bdm.server.api.http;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bdm.core.fault.ErrorCode;
import org.bdm.server.message.ProblemStatus;
import org.springframework.http.HttpStatus;

/**
 * Lists the errors that each operation can answer with: those that follow from its route, its parameters and its body, and those that
 * operations.yaml has of it. An answer with any other status is what {@code default} says.
 */
final class OperationErrors {
    private static final String OTHER = "default";
    private static final Set<Integer> RETRIED = Set.of(429, 503);

    private final RouteRoles routes;
    private final DocumentRows rows;

    OperationErrors(RouteRoles routes, DocumentRows rows) {
        this.routes = routes;
        this.rows = rows;
    }

    void list(String path, HttpMethod method, Operation operation) {
        ApiResponses responses = operation.getResponses();
        responses.keySet().removeIf(status -> !status.startsWith("2") && !status.startsWith("3"));
        of(path, method, operation)
                .forEach((status, codes) -> responses.addApiResponse(String.valueOf(status), problem(status, codes)));
        responses.addApiResponse(OTHER, problem("Any other error.", false));
    }

    /** Puts the most frequent answer of each status into the components, and a reference in its places. */
    static void share(OpenAPI document) {
        List<ApiResponses> all = document.getPaths().values().stream()
                .flatMap(path -> path.readOperations().stream())
                .map(Operation::getResponses)
                .toList();
        Map<String, Map<ApiResponse, Integer>> places = new TreeMap<>();
        for (ApiResponses of : all) {
            of.forEach((status, response) -> {
                if (!status.startsWith("2") && !status.startsWith("3"))
                    places.computeIfAbsent(status, unused -> new LinkedHashMap<>())
                            .merge(response, 1, Integer::sum);
            });
        }
        places.forEach((status, responses) -> {
            Map.Entry<ApiResponse, Integer> most = Collections.max(responses.entrySet(), Map.Entry.comparingByValue());
            if (most.getValue() == 1) return;
            String name = status.equals(OTHER) ? "ProblemOther" : "Problem" + status;
            document.getComponents().addResponses(name, most.getKey());
            ApiResponse reference = new ApiResponse().$ref("#/components/responses/" + name);
            for (ApiResponses of : all) of.replace(status, most.getKey(), reference);
        });
    }

    /** The codes of each status. */
    private Map<Integer, Set<String>> of(String path, HttpMethod method, Operation operation) {
        Map<Integer, Set<String>> errors = new TreeMap<>();
        ofService(errors);
        if (path.startsWith(RouteRoles.API)) {
            add(errors, ErrorCode.CATALOG_UNAVAILABLE); // the token is looked up there
            if (!path.startsWith(RouteRoles.DOCTOR)) add(errors, ErrorCode.CONTROL_ELSEWHERE);
            ofAccess(path, method, errors);
        }
        if (operation.getRequestBody() != null) {
            add(errors, ErrorCode.REQUEST_TOO_SLOW);
            add(errors, ErrorCode.TOO_LARGE);
            add(errors, 415, ErrorCode.INVALID_REQUEST.name());
        }
        if (operation.getParameters() != null) {
            operation.getParameters().stream()
                    .filter(parameter -> "path".equals(parameter.getIn()))
                    .map(Parameter::getName)
                    .forEach(name -> addWritten(errors, rows.unknown(name)));
        }
        rows.errors(operation.getOperationId()).forEach(code -> addWritten(errors, code));
        return errors;
    }

    private static void ofService(Map<Integer, Set<String>> errors) {
        add(errors, ErrorCode.INVALID_REQUEST); // a query that cannot be read, if nothing else
        add(errors, ErrorCode.INTERNAL);
        add(errors, ErrorCode.STOPPING);
        add(errors, ErrorCode.TOO_MANY_CONNECTIONS);
    }

    private void ofAccess(String path, HttpMethod method, Map<Integer, Set<String>> errors) {
        RouteRoles.Route route = routes.find(method.name(), path)
                .orElseThrow(() -> new IllegalStateException("no roles for " + method + " " + path));
        boolean isChange = method != HttpMethod.GET;
        add(errors, ErrorCode.NOT_AUTHENTICATED); // also a wrong token where none is needed
        add(errors, ErrorCode.RATE_LIMITED);
        add(errors, ErrorCode.TOO_MANY_REQUESTS);
        // Without its CSRF token a cookie changes nothing.
        if (!route.isOpen() && (!route.needed().isEmpty() || isChange)) add(errors, ErrorCode.NOT_ALLOWED);
        if (!route.isOpen() && isChange) add(errors, ErrorCode.OUTCOME_UNKNOWN);
    }

    private static void add(Map<Integer, Set<String>> errors, ErrorCode code) {
        add(errors, ProblemStatus.of(code), code.name());
    }

    private static void add(Map<Integer, Set<String>> errors, int status, String code) {
        errors.computeIfAbsent(status, unused -> new TreeSet<>()).add(code);
    }

    /** A code with the status that it has everywhere, or after another one. */
    private static void addWritten(Map<Integer, Set<String>> errors, String written) {
        String[] parts = written.split(" ", 2);
        if (parts.length == 2) add(errors, Integer.parseInt(parts[0]), parts[1]);
        else add(errors, ErrorCode.valueOf(written));
    }

    private static ApiResponse problem(int status, Set<String> codes) {
        String title = HttpStatus.valueOf(status).getReasonPhrase();
        return problem(title + ": " + String.join(", ", codes) + ".", RETRIED.contains(status));
    }

    private static ApiResponse problem(String description, boolean isRetried) {
        Schema<?> problem = new Schema<>().$ref("#/components/schemas/Problem");
        ApiResponse response = new ApiResponse()
                .description(description)
                .content(new Content().addMediaType("application/problem+json", new MediaType().schema(problem)));
        if (isRetried) {
            response.addHeaderObject(
                    "Retry-After",
                    new Header()
                            .description("Seconds after which to try again.")
                            .schema(new IntegerSchema().format("int32")));
        }
        return response;
    }
}
