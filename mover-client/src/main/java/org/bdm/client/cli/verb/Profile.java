package org.bdm.client.cli.verb;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A server that somebody uses, with the token for it and for no other.
 *
 * @param server its address
 * @param tokenFile file with the token; null asks as nobody
 * @param certificateFile PEM file with the certificate to trust; null trusts what Java trusts
 */
public record Profile(
        String server, @Nullable Path tokenFile, @Nullable Path certificateFile) {}
