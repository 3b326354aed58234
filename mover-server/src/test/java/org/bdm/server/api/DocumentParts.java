package org.bdm.server.api;

import java.util.Map;
import org.bdm.server.api.http.ApiDocument;
import org.springdoc.core.configuration.SpringDocConfiguration;
import org.springdoc.core.configuration.SpringDocSecurityConfiguration;
import org.springdoc.core.properties.SpringDocConfigProperties;
import org.springdoc.webmvc.core.configuration.SpringDocWebMvcConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The parts that make docs/openapi.json of the routes and messages. */
@Configuration(proxyBeanMethods = false)
@Import(ApiDocument.class)
@ImportAutoConfiguration({
    SpringDocConfigProperties.class,
    SpringDocConfiguration.class,
    SpringDocSecurityConfiguration.class,
    SpringDocWebMvcConfiguration.class
})
class DocumentParts {
    static final Map<String, Object> PROPERTIES = Map.of(
            "springdoc.api-docs.path", "/made-openapi.json",
            "springdoc.api-docs.version", "openapi_3_1",
            "springdoc.packages-to-scan", "org.bdm.server.api",
            "springdoc.default-produces-media-type", "application/json",
            "springdoc.writer-with-order-by-keys", "true",
            "springdoc.override-with-generic-response", "false");
}
