package org.bdm.server.catalog.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The common beginning of the addresses of a node: addresses are most of the bytes of a replica set, and nearly all end with the file name. */
final class UrlBases {
    private UrlBases() {}

    /** By node, from the first of its addresses that ends with the name of its file. */
    static Map<String, String> of(ReplicaSet set) {
        Map<String, String> bases = new HashMap<>();
        for (ReplicaVariant variant : set.variants()) {
            for (ReplicaFile file : variant.files()) {
                for (ReplicaCopy copy : file.copies()) {
                    copy.url()
                            .filter(url -> url.endsWith("/" + file.name()))
                            .ifPresent(url -> bases.putIfAbsent(
                                    copy.node(),
                                    url.substring(0, url.length() - file.name().length())));
                }
            }
        }
        return bases;
    }

    /** The whole address, unless it is {@code base} and {@code name}: then null. */
    static @Nullable String tail(String url, @Nullable String base, String name) {
        return base != null && url.equals(base + name) ? null : url;
    }

    /** The address that was kept. */
    static Optional<String> whole(@Nullable String tail, @Nullable String base, String name) {
        if (tail != null) return Optional.of(tail);
        return base == null ? Optional.empty() : Optional.of(base + name);
    }
}
