package org.bdm.server.discovery.http;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to an index.
 *
 * @param body JSON that is posted; empty for a GET
 * @param accept media types that are wanted
 * @param userAgent who asks
 * @param timeout for the whole answer, body included
 */
public record HttpQuestion(URI address, Optional<String> body, String accept, String userAgent, Duration timeout) {}
