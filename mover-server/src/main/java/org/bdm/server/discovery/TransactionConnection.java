package org.bdm.server.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.AddressGuard;
import org.bdm.server.outgoing.OutgoingClient;

/**
 * Sends changes to a Transaction API of ESGF-NG (https://github.com/ESGF/stac-transaction-api). One request, no repetition, no redirect: who
 * is not the one that was named does not get the credential. Any thread that may block.
 */
final class TransactionConnection {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);
    private static final int SAID_BYTES_MAX = 8192;
    private static final int SAID_LETTERS_MAX = 500;

    private final AddressGuard guard;
    private final String userAgent;
    private final OutgoingClient client;

    TransactionConnection(AddressGuard guard, String userAgent) {
        this.guard = guard;
        this.userAgent = userAgent;
        this.client = new OutgoingClient(guard, CONNECT_TIMEOUT);
    }

    /** Returns when the change was accepted; fails as {@link StacTransactions#send} does. */
    void patch(String index, URI root, String path, byte[] patch, StacCredential credential) {
        URI address = URI.create(root.toString().replaceFirst("/+$", "") + path);
        checkAddress(index, address);
        HttpRequest.Builder request = client.request(address)
                .header("Content-Type", "application/json-patch+json")
                .header("Accept", "application/json, application/problem+json")
                .header("User-Agent", userAgent)
                .header("Authorization", credential.header())
                .method("PATCH", HttpRequest.BodyPublishers.ofByteArray(patch));
        try {
            HttpResponse<InputStream> answer = client.send(request, ANSWER_TIMEOUT);
            try (InputStream body = answer.body()) {
                if (answer.statusCode() / 100 == 2) return;
                throw refusal(index, answer.statusCode(), said(body, credential));
            }
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw new MoverException(
                    ErrorCode.INDEX_UNAVAILABLE, "no connection to the Transaction API of '" + index + "'", e);
        } catch (IOException e) {
            throw new MoverException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "the Transaction API of '" + index + "' did not answer; the change may have been accepted",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MoverException(ErrorCode.CANCELLED, "the sending was stopped", e);
        }
    }

    /** The address that was checked here is the one that is dialled: the JDK keeps it for longer than a request takes. */
    private void checkAddress(String index, URI address) {
        int port =
                address.getPort() >= 0 ? address.getPort() : address.getScheme().equals("https") ? 443 : 80;
        boolean isHere = guard.proxy().via(address).isEmpty();
        try {
            for (InetAddress one : addresses(address)) {
                isHere &= one.isLoopbackAddress();
                if (guard.mayConnect(address.getHost(), port, one)) continue;
                throw new MoverException(
                        ErrorCode.ADDRESS_REFUSED,
                        "the Transaction API of '" + index + "', " + address.getHost()
                                + ", has an address that is not public");
            }
        } catch (UnknownHostException e) {
            throw new MoverException(
                    ErrorCode.INDEX_UNAVAILABLE,
                    "the host " + address.getHost() + " of the Transaction API of '" + index + "' is not known",
                    e);
        }
        if (address.getScheme().equalsIgnoreCase("https") || isHere) return;
        throw new MoverException(
                ErrorCode.PUBLICATION_REFUSED,
                "the Transaction API of '" + index
                        + "' is not https: a credential is not sent over a plain connection");
    }

    /** A name that only the proxy knows has none here. */
    private InetAddress[] addresses(URI address) throws UnknownHostException {
        try {
            return InetAddress.getAllByName(address.getHost());
        } catch (UnknownHostException e) {
            if (guard.proxy().via(address).isPresent()) return new InetAddress[0];
            throw e;
        }
    }

    private static String said(InputStream body, StacCredential credential) {
        try {
            String text = new String(body.readNBytes(SAID_BYTES_MAX), StandardCharsets.UTF_8);
            String plain = credential
                    .withoutToken(text)
                    .replaceAll("[^\\x20-\\x7e]+", " ")
                    .strip();
            return plain.length() <= SAID_LETTERS_MAX ? plain : plain.substring(0, SAID_LETTERS_MAX) + "..";
        } catch (IOException e) {
            return ""; // the status says enough
        }
    }

    private static MoverException refusal(String index, int status, String said) {
        String sentence = switch (status) {
            case 400, 422 -> "does not find the change valid";
            case 401 -> "does not accept the credential, or it has expired: get a new one";
            case 403 -> "does not let this credential change the project or data node: ask for that right";
            case 404 -> "does not have the item, or not yet";
            case 409, 412 -> "has another change of the item under way: try again in a while";
            case 429, 502, 503, 504 -> "takes no changes now: try again in a while";
            default ->
                switch (status / 100) {
                    case 3 -> "answered with a redirect, which is not followed";
                    case 5 ->
                        "failed, and may have taken the change: send it again in a while, which sends only what does not show";
                    default -> "refused the change";
                };
        };
        boolean isBusy = status == 429 || status == 502 || status == 503 || status == 504;
        boolean isUnknown = status >= 500 && !isBusy;
        return new MoverException(
                isBusy
                        ? ErrorCode.INDEX_UNAVAILABLE
                        : isUnknown ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.PUBLICATION_REFUSED,
                "the Transaction API of '" + index + "' " + sentence + " (status " + status + ")"
                        + (said.isEmpty() ? "" : "; it said: " + said));
    }
}
