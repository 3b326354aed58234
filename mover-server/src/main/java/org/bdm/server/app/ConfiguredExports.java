package org.bdm.server.app;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.server.site.serving.HttpAccess;

/** Reads which exports there are, and who may read them over HTTP. */
final class ConfiguredExports {
    private ConfiguredExports() {}

    /** The exports that are directories. */
    static List<ExportSetting> directories(ServerOptions options) {
        List<ExportSetting> exports = options.exports.stream()
                .filter(text -> !BucketExport.isOne(text))
                .map(ExportSetting::parse)
                .toList();
        Set<Object> names = new HashSet<>();
        for (ExportSetting export : exports) {
            if (!names.add(export.name())) throw refused("two exports are named " + export.name());
        }
        return exports;
    }

    /** The access to exports of both kinds. */
    static Map<ExportName, HttpAccess> overHttp(
            Map<String, String> options, List<ExportSetting> directories, S3Settings s3) {
        List<ExportName> exports = Stream.concat(
                        directories.stream().map(ExportSetting::name),
                        s3.exports().stream().map(BucketExport::name))
                .toList();
        Map<ExportName, HttpAccess> access = new HashMap<>();
        options.forEach((name, mode) -> {
            ExportName export = exports.stream()
                    .filter(known -> known.value().equals(name))
                    .findFirst()
                    .orElseThrow(() -> refused("--http-export " + name + ": no --export has that name"));
            access.put(export, HttpAccess.ofName(mode));
        });
        return access;
    }

    private static MoverException refused(String why) {
        return new MoverException(ErrorCode.INVALID_REQUEST, why);
    }
}
