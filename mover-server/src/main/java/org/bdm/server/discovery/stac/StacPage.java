package org.bdm.server.discovery.stac;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bdm.server.discovery.record.JsonAnswers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The question for one page of a STAC search.
 *
 * @param body what is posted; empty for a GET
 */
public record StacPage(URI address, Optional<ObjectNode> body) {
    public static StacPage first(URI address, ObjectNode body) {
        return new StacPage(address, Optional.of(body));
    }

    Optional<String> text() {
        return body.map(ObjectNode::toString);
    }

    /**
     * The question for the next page by a link: of a GET, or of a POST with a body, which may have to be laid over the one before. Another
     * host is not followed: servers behind a proxy write their inner name there, so the address of the configuration is taken instead.
     */
    public Optional<StacPage> next(Optional<JsonNode> link) {
        if (link.isEmpty()) return Optional.empty();
        JsonNode given = link.get();
        Optional<URI> target = JsonAnswers.text(given, "href").flatMap(this::resolved);
        boolean isPost = JsonAnswers.text(given, "method")
                .map(method -> method.toUpperCase(Locale.ROOT).equals("POST"))
                .orElse(given.path("body").isObject());
        if (!isPost) return target.map(to -> new StacPage(to, Optional.empty()));
        ObjectNode next = JsonAnswers.MAPPER.createObjectNode();
        boolean isLaidOver = JsonAnswers.text(given, "merge").orElse("").equals("true");
        if (isLaidOver) body.ifPresent(next::setAll);
        if (given.path("body") instanceof ObjectNode more) next.setAll(more);
        if (next.isEmpty()) return Optional.empty();
        return Optional.of(new StacPage(target.orElse(address), Optional.of(next)));
    }

    private Optional<URI> resolved(String href) {
        try {
            URI target = address.resolve(href);
            boolean isHere = Objects.equals(target.getHost(), address.getHost())
                    && target.getPort() == address.getPort()
                    && Objects.equals(target.getScheme(), address.getScheme());
            if (isHere) return Optional.of(target);
            String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
            return Optional.of(address.resolve(address.getRawPath() + query));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no address: there is no next page that could be asked for
        }
    }
}
