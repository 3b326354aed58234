package org.bdm.server.app;

import java.net.URI;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.s3.http.S3Endpoint;
import org.bdm.core.source.http.node.HttpOrigin;
import org.bdm.core.source.http.node.NodePolicy;

/**
 * The stores of objects that a process knows, and what it offers of them.
 *
 * @param stores by name
 */
record S3Settings(Map<String, S3Endpoint> stores, List<BucketExport> exports) {
    /**
     * Reads the options.
     *
     * @param directories names of the other exports
     * @throws MoverException INVALID_REQUEST for what cannot be offered
     */
    static S3Settings of(ServerOptions options, Set<ExportName> directories) {
        Map<String, S3Endpoint> stores = new LinkedHashMap<>();
        for (String text : options.places.stores) {
            S3Endpoint endpoint = S3Setting.parse(text).endpoint();
            if (stores.put(endpoint.name(), endpoint) != null) throw refused("two stores are named " + endpoint.name());
        }
        List<BucketExport> exports = options.exports.stream()
                .filter(BucketExport::isOne)
                .map(BucketExport::parse)
                .toList();
        Set<ExportName> names = new HashSet<>(directories);
        for (BucketExport export : exports) {
            if (!names.add(export.name())) throw refused("two exports are named " + export.name());
            if (!stores.containsKey(export.store()))
                throw refused("export " + export.name() + " is in the store '" + export.store()
                        + "', which no --s3 names; add --s3 " + export.store() + "=URL");
        }
        for (BucketExport outer : exports) for (BucketExport inner : exports) refuseNested(stores, outer, inner);
        return new S3Settings(stores, exports);
    }

    /**
     * INVALID_REQUEST if one may be written to and the second lies in the first, or is the same place, by whatever name of the store: a file
     * would be two, with two holdings, and the rights for the one would open the other.
     */
    private static void refuseNested(Map<String, S3Endpoint> stores, BucketExport outer, BucketExport inner) {
        if (outer.name().equals(inner.name()) || !(outer.writable() || inner.writable())) return;
        if (!address(stores, outer).equals(address(stores, inner)) || !outer.holds(inner)) return;
        throw refused("export " + inner.name() + " (" + inner.shown() + ") lies in export " + outer.name() + " ("
                + outer.shown() + "), and one of them may be written to: use different prefixes, offer both read-only"
                + " (NAME=s3://STORE/BUCKET:ro), or use paths of the outer one");
    }

    /** The bucket, whatever names and schemes the store has here. */
    private static String address(Map<String, S3Endpoint> stores, BucketExport export) {
        URI address =
                Objects.requireNonNull(stores.get(export.store()), "checked").address();
        return HttpOrigin.of(address).node() + "/" + export.bucket();
    }

    /** Adds what is set for the host of a store to the hosts that its buckets are, unless something is set for them. */
    void addToHostsOfBuckets(Map<String, NodePolicy> policies) {
        for (BucketExport export : exports) {
            S3Endpoint store = Objects.requireNonNull(stores.get(export.store()), "checked");
            NodePolicy ofStore = policies.get(HttpOrigin.of(store.address()).node());
            if (ofStore != null)
                policies.putIfAbsent(store.origin(export.bucket()).node(), ofStore);
        }
    }

    /** For the audit log. */
    String audited() {
        return exports.stream()
                .map(export -> export.name() + "=" + export.shown())
                .collect(Collectors.joining(","));
    }

    private static MoverException refused(String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, why);
    }
}
