package org.bdm.server.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.discovery.http.BoundedBody;
import org.bdm.server.discovery.record.JsonAnswers;
import org.bdm.server.outgoing.OutgoingClient;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests to a service of a carrier, and reads its JSON. One request, no repetition, no redirect. Any thread that may block. */
final class CarrierHttp {
    static final JsonMapper JSON = JsonAnswers.MAPPER;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(2);
    private static final int BODY_BYTES_MAX = 64 << 20;
    private static final Duration RETRY_LONGEST = Duration.ofHours(6);
    private static final int SAID_LETTERS_MAX = 500;

    private final String service;
    private final AddressGuard guard;
    private final OutgoingClient usual;
    private final CarrierCertificates certificates;
    private final InstantSource clock;

    /**
     * With its parts.
     *
     * @param service what it is called in sentences, such as {@code Globus Transfer}
     */
    CarrierHttp(String service, CarrierParts parts) {
        this(service, parts, CarrierCertificates.usual());
    }

    /** As the other, with certificates of its own. */
    CarrierHttp(String service, CarrierParts parts, CarrierCertificates certificates) {
        this.service = service;
        this.guard = parts.guard();
        this.usual = new OutgoingClient(guard, CONNECT_TIMEOUT);
        this.certificates = certificates;
        this.clock = parts.clock();
    }

    /**
     * An answer.
     *
     * @param json a missing node if the body is no JSON
     * @param retryAfter how long the service wants to be left alone
     */
    record Answer(int status, JsonNode json, Optional<Duration> retryAfter) {
        boolean isGood() {
            return status / 100 == 2;
        }

        /** True for an answer that another try may not have. */
        boolean isPassing() {
            return status == 408 || status == 425 || status == 429 || status / 100 == 5;
        }

        String text(String member) {
            return json.path(member).asString("");
        }
    }

    HttpRequest.Builder request(URI address) {
        return usual.request(address).header("Accept", "application/json").header("User-Agent", "bulk-data-mover");
    }

    /**
     * Sends.
     *
     * @throws CarrierTrouble if no whole answer came: the request may have been heeded
     */
    Answer send(URI address, HttpRequest.Builder request) throws CarrierTrouble, InterruptedException {
        checkAddress(address);
        try {
            OutgoingClient client = certificates.client(address, guard, CONNECT_TIMEOUT);
            HttpResponse<InputStream> answer = client.send(request, ANSWER_TIMEOUT);
            try (InputStream body = new BoundedBody(answer.body(), BODY_BYTES_MAX)) {
                JsonNode json = read(body.readAllBytes()).orElseThrow(() -> tooLong(null));
                return new Answer(answer.statusCode(), json, retryAfter(answer));
            }
        } catch (BoundedBody.TooLong e) {
            throw tooLong(e);
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            if (CarrierCertificates.isRefusal(e)) {
                throw CarrierTrouble.forPerson("no connection to " + service + " at " + address.getHost()
                        + " for the sake of a certificate: " + why
                        + "; renew the cert-file of the carrier, or name its authorities with ca-file, then"
                        + " 'bdm-client handover again ID'");
            }
            throw CarrierTrouble.passing(service + " at " + address.getHost() + " did not answer: " + why, e);
        }
    }

    private CarrierTrouble tooLong(@Nullable Throwable cause) {
        return CarrierTrouble.passing(service + " answered with more than a service of its kind has to say", cause);
    }

    /** Reads JSON of strangers: a missing node if it is none, empty if it has more values than are expected. */
    static Optional<JsonNode> read(byte[] bytes) {
        try (JsonParser parser = JSON.createParser(bytes)) {
            return parser.nextToken() == null ? Optional.of(JSON.missingNode()) : JsonAnswers.tree(parser);
        } catch (JacksonException e) {
            return Optional.of(JSON.missingNode()); // the status decides
        }
    }

    private Optional<Duration> retryAfter(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Retry-After")
                .flatMap(this::wait)
                .map(wait -> wait.compareTo(RETRY_LONGEST) > 0 ? RETRY_LONGEST : wait);
    }

    private Optional<Duration> wait(String text) {
        if (text.strip().matches("\\d{1,9}")) return Optional.of(Duration.ofSeconds(Long.parseLong(text.strip())));
        try {
            Instant until = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(clock.instant(), until);
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeParseException e) {
            return Optional.empty(); // as if it were not there
        }
    }

    private void checkAddress(URI address) throws CarrierTrouble {
        try {
            if (!guard.mayCall(address)) {
                throw CarrierTrouble.forPerson(service + " at " + address.getHost()
                        + " has an address that is not public; an administrator can name it with --allow-host");
            }
            boolean isHere =
                    Arrays.stream(InetAddress.getAllByName(address.getHost())).allMatch(InetAddress::isLoopbackAddress);
            if (!"https".equalsIgnoreCase(address.getScheme()) && !isHere) {
                throw CarrierTrouble.forPerson(
                        service + " is not https: a credential is not sent over a plain connection");
            }
        } catch (UnknownHostException e) {
            if ("https".equalsIgnoreCase(address.getScheme())
                    && guard.proxy().via(address).isPresent()) return;
            throw CarrierTrouble.passing("the host " + address.getHost() + " of " + service + " is not known", e);
        }
    }

    /** Returns the trouble that an answer means which is not 2xx. {@code remedy}: what a person does, for an answer that another try has too. */
    CarrierTrouble trouble(String what, Answer answer, String remedy) {
        String code = answer.text("code");
        String message = said(answer);
        String says = service + " " + what + ": status " + answer.status() + (code.isEmpty() ? "" : ", " + code)
                + (message.isEmpty() ? "" : ": " + message);
        if (answer.isPassing())
            return answer.retryAfter()
                    .map(after -> CarrierTrouble.passing(says, after))
                    .orElseGet(() -> CarrierTrouble.passing(says, (Throwable) null));
        return CarrierTrouble.forPerson(says + "; " + remedy);
    }

    /** The message of an answer, without control characters, and bounded. */
    static String said(Answer answer) {
        String text = answer.text("message");
        if (text.isEmpty()) text = answer.text("error_description");
        return plain(text);
    }

    /** Text of a service as it may stand in a sentence. */
    static String plain(String text) {
        String plain = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return plain.length() <= SAID_LETTERS_MAX ? plain : plain.substring(0, SAID_LETTERS_MAX) + "..";
    }

    static HttpRequest.BodyPublisher json(JsonNode body) {
        return HttpRequest.BodyPublishers.ofByteArray(body.toString().getBytes(StandardCharsets.UTF_8));
    }
}
