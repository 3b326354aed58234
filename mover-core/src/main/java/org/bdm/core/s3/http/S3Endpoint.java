package org.bdm.core.s3.http;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.source.http.node.HttpOrigin;

/**
 * A store that speaks S3, as it was configured.
 *
 * @param name that people use for it, in lower case
 * @param address {@code http} or {@code https}, host and port
 * @param region that requests are signed for
 * @param style how a bucket is named in an address
 * @param credentials who asks; empty to ask without a signature
 */
public record S3Endpoint(
        String name, URI address, String region, AddressStyle style, Optional<CredentialsFile> credentials) {
    /** The region that stores of an own installation expect. */
    public static final String USUAL_REGION = "us-east-1";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
    private static final Pattern REGION = Pattern.compile("[A-Za-z0-9-]{1,64}");

    /** The place of the name of a bucket in an address. */
    public enum AddressStyle {
        /** {@code https://HOST/BUCKET/KEY}. */
        PATH,
        /** {@code https://BUCKET.HOST/KEY}. */
        VIRTUAL_HOST
    }

    /** Refuses what cannot be asked; INVALID_REQUEST. */
    public S3Endpoint {
        if (!NAME.matcher(name).matches())
            throw refused(name, "a name has letters in lower case, digits and '-', at most 63");
        if (!HttpOrigin.isHttp(address)) throw refused(name, "the address is not http://HOST or https://HOST");
        boolean isOrigin =
                address.getRawPath().isEmpty() || address.getRawPath().equals("/");
        boolean isPlain = address.getRawQuery() == null && address.getRawUserInfo() == null;
        if (!isOrigin || !isPlain)
            throw refused(name, "the address has more than a host and a port; buckets are named at the export");
        if (!REGION.matcher(region).matches()) throw refused(name, "the region is not a name");
    }

    /** Returns what is dialled for a bucket. */
    public HttpOrigin origin(String bucket) {
        HttpOrigin plain = HttpOrigin.of(address);
        return style == AddressStyle.PATH
                ? plain
                : new HttpOrigin(plain.tls(), bucket.toLowerCase(Locale.ROOT) + "." + plain.host(), plain.port());
    }

    /** Returns the address of a bucket. */
    String shown(String bucket) {
        return origin(bucket) + (style == AddressStyle.PATH ? "/" + bucket : "");
    }

    /** For people; nothing secret. */
    @Override
    public String toString() {
        return "s3://" + name + " (" + HttpOrigin.of(address) + ")";
    }

    private static MoverException refused(String name, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "S3 store '" + name + "': " + why);
    }
}
