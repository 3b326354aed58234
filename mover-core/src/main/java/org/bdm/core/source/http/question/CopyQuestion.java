package org.bdm.core.source.http.question;

import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.util.Optional;
import org.bdm.core.block.ByteRange;
import org.bdm.core.source.http.node.HttpOrigin;

/**
 * A request for one copy, whatever URL it ends at.
 *
 * @param location where the question begins
 * @param isHead HEAD, else GET
 * @param range bytes that are wanted; empty for the whole file
 * @param ifRange a strong ETag: the node sends the range only if it still has that
 * @param mayBePlain whether the answer may come without TLS; always if it was published without
 */
public record CopyQuestion(
        URI location, boolean isHead, Optional<ByteRange> range, Optional<String> ifRange, boolean mayBePlain) {

    /**
     * The request for one hop.
     *
     * @param at the URL of this hop; its path and query are sent byte for byte
     * @param token for this hop
     * @param cookies for this hop
     */
    HttpRequest request(URI at, String userAgent, Optional<String> token, Optional<String> cookies) {
        String path = at.getRawPath() == null || at.getRawPath().isEmpty() ? "/" : at.getRawPath();
        String target = at.getRawQuery() == null ? path : path + "?" + at.getRawQuery();
        HttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, isHead ? HttpMethod.HEAD : HttpMethod.GET, target);
        HttpHeaders fields = request.headers();
        HttpOrigin origin = HttpOrigin.of(at);
        fields.set(FieldNames.HOST, origin.isUsualPort() ? origin.host() : origin.host() + ":" + origin.port());
        fields.set(FieldNames.USER_AGENT, userAgent);
        fields.set(FieldNames.ACCEPT, "*/*");
        fields.set(FieldNames.ACCEPT_ENCODING, "identity");
        range.ifPresent(
                bytes -> fields.set(FieldNames.RANGE, "bytes=" + bytes.offset() + "-" + (bytes.endExclusive() - 1)));
        if (range.isPresent()) ifRange.ifPresent(tag -> fields.set(FieldNames.IF_RANGE, tag));
        token.ifPresent(secret -> fields.set(FieldNames.AUTHORIZATION, "Bearer " + secret));
        cookies.ifPresent(pairs -> fields.set(FieldNames.COOKIE, pairs));
        return request;
    }
}
