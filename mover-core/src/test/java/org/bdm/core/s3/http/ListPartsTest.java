package org.bdm.core.s3.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bdm.core.s3.ObjectPart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that lists parts by pages of two: all of them are known, whatever it says of the place where the next page begins. */
@Timeout(60)
class ListPartsTest {
    private static final Pattern MARKER = Pattern.compile("part-number-marker=(\\d+)");
    private static final int PARTS = 5;

    private static void page(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher marker = MARKER.matcher(exchange.getRequestURI().getRawQuery());
            int first = marker.find() ? Integer.parseInt(marker.group(1)) + 1 : 1;
            int last = Math.min(PARTS, first + 1);
            StringBuilder xml = new StringBuilder("<ListPartsResult><NextPartNumberMarker>0</NextPartNumberMarker>");
            for (int part = first; part <= last; part++) {
                xml.append("<Part><PartNumber>")
                        .append(part)
                        .append("</PartNumber><ETag>\"e")
                        .append(part);
                xml.append("\"</ETag><Size>7</Size></Part>");
            }
            xml.append("<IsTruncated>").append(last < PARTS).append("</IsTruncated></ListPartsResult>");
            byte[] body = xml.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void allPagesOfPartsAreAskedForBehindTheLastPart() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", ListPartsTest::page);
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (S3Fixture client = new S3Fixture(address, Optional.empty())) {
            assertThat(client.bucket().parts("a", "u").orElseThrow())
                    .extracting(ObjectPart::number)
                    .containsExactly(1, 2, 3, 4, 5);
        } finally {
            server.stop(0);
        }
    }
}
