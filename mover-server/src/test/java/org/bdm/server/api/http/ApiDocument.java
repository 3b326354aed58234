package org.bdm.server.api.http;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.List;
import java.util.Set;
import org.bdm.core.control.Problem;
import org.bdm.server.message.StreamedList;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;

/** What the OpenAPI document says beside the routes and messages. */
@Configuration(proxyBeanMethods = false)
public class ApiDocument {
    private static final String BEARER = "bearer";
    private static final String COOKIE = "cookie";

    @Bean
    OpenAPI document() {
        Components components = new Components()
                .addSecuritySchemes(
                        BEARER,
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"))
                .addSecuritySchemes(
                        COOKIE,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.APIKEY)
                                .in(SecurityScheme.In.COOKIE)
                                .name("bdm_session_SITE")
                                .description("Set by POST /login; changes also need its CSRF token as "
                                        + SessionCookie.CSRF_HEADER + "."));
        return new OpenAPI()
                .info(new Info()
                        .title("Bulk Data Mover")
                        .version("v1")
                        .description("Times are RFC 3339 in UTC, sizes bytes, rates bytes per second, cursors opaque. "
                                + "Errors are application/problem+json with a code that docs/errors.md lists.")
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .components(components)
                .addSecurityItem(new SecurityRequirement().addList(BEARER))
                .addSecurityItem(new SecurityRequirement().addList(COOKIE));
    }

    /** Words are read when somebody asks for the document: most servers are never asked, and each would start later. */
    @Bean
    OpenApiCustomizer complete(RouteRoles routes) {
        return document -> complete(document, routes, new DocumentRows());
    }

    private static void complete(OpenAPI document, RouteRoles routes, DocumentRows rows) {
        OperationErrors errors = new OperationErrors(routes, rows);
        DescribedSchemas described = new DescribedSchemas(rows);
        document.servers(List.of(new Server().url("/").description("The server that gives this document.")));
        document.tags(tags(rows));
        ModelConverters.getInstance(true).readAll(Problem.class).forEach(document.getComponents()::addSchemas);
        addStreamed(document, "/jobs");
        addStreamed(document, "/plans");
        document.getPaths()
                .forEach((path, item) -> item.readOperationsMap().forEach((method, operation) -> {
                    described.describe(operation);
                    errors.list(path, method, operation);
                }));
        OperationErrors.share(document);
        new RecordSchemas(document).complete();
        described.describe(document.getComponents());
    }

    private static List<Tag> tags(DocumentRows rows) {
        return rows.tags().entrySet().stream()
                .map(tag -> new Tag().name(tag.getKey()).description(tag.getValue()))
                .toList();
    }

    /** A list of lines has no schema: each line is a message of its own. It may be packed, which the JSON beside it may not. */
    private static void addStreamed(OpenAPI document, String route) {
        Schema<?> lines = new Schema<>().types(Set.of("string")).format("binary");
        lines.setDescription("First a SubmitJob without items, then one JobItem a line.");
        PathItem path = document.getPaths().get(RouteRoles.API + route);
        if (path == null) throw new IllegalStateException("there is no route " + route);
        path.getPost()
                .addParametersItem(new HeaderParameter()
                        .name(HttpHeaders.CONTENT_ENCODING)
                        .required(false)
                        .schema(new Schema<>().types(Set.of("string"))))
                .getRequestBody()
                .getContent()
                .addMediaType(StreamedList.MEDIA_TYPE, new MediaType().schema(lines));
    }
}
