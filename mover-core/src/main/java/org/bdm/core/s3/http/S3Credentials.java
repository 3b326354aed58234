package org.bdm.core.s3.http;

import java.util.Optional;

/**
 * Credentials of the one who asks.
 *
 * @param accessKey name of the key
 * @param secretKey never shown
 * @param sessionToken of temporary credentials
 */
record S3Credentials(String accessKey, String secretKey, Optional<String> sessionToken) {
    /** Nothing secret. */
    @Override
    public String toString() {
        return "credentials";
    }
}
