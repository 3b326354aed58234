package org.bdm.server.app;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.http.CredentialsFile;
import org.bdm.core.s3.http.S3Endpoint;
import org.bdm.core.s3.http.S3Endpoint.AddressStyle;

/** One {@code --s3}: a store that speaks S3, by a name. */
record S3Setting(S3Endpoint endpoint) {
    private static final Set<String> KEYS = Set.of("region", "credentials-file", "profile", "style");
    private static final String FORM =
            "write NAME=URL[,region=R][,credentials-file=F][,profile=P][,style=path|virtual]";

    /** Reads {@code NAME=URL[,region=R][,credentials-file=F][,profile=P][,style=path|virtual]}. */
    static S3Setting parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) throw refused(text, FORM);
        String[] parts = text.substring(equals + 1).split(",", -1);
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int middle = parts[i].indexOf('=');
            String key = middle < 1 ? "" : parts[i].substring(0, middle);
            if (!KEYS.contains(key)) throw refused(text, "'" + parts[i] + "' is not one of its settings; " + FORM);
            values.put(key, parts[i].substring(middle + 1));
        }
        String file = values.get("credentials-file");
        if (file == null && values.containsKey("profile"))
            throw refused(text, "a profile is of a credentials-file, which is not named");
        String profile = values.getOrDefault("profile", "default");
        return new S3Setting(new S3Endpoint(
                text.substring(0, equals),
                address(text, parts[0]),
                values.getOrDefault("region", S3Endpoint.USUAL_REGION),
                style(text, values.getOrDefault("style", "path")),
                Optional.ofNullable(file)
                        .map(path -> new CredentialsFile(Path.of(path).toAbsolutePath(), profile))));
    }

    private static URI address(String text, String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            throw refused(text, "'" + url + "' is not a URL; " + FORM);
        }
    }

    private static AddressStyle style(String text, String style) {
        return switch (style) {
            case "path" -> AddressStyle.PATH;
            case "virtual" -> AddressStyle.VIRTUAL_HOST;
            default -> throw refused(text, "style is path or virtual, not '" + style + "'");
        };
    }

    private static MoverException refused(String text, String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, "--s3 '" + text + "': " + why);
    }
}
