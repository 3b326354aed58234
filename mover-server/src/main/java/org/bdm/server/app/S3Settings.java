package org.bdm.server.app;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.s3.http.S3Endpoint;

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
        for (String text : options.s3.stores) {
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
        return new S3Settings(stores, exports);
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
