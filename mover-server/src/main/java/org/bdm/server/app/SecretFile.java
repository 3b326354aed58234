package org.bdm.server.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.core.s3.http.S3Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * A file with a secret that the settings name. No export holds one, and no support bundle shows its content.
 *
 * @param what the setting, as errors name it
 */
record SecretFile(String what, Path path) {
    /** Returns all of them. An option that names a new one belongs here. */
    static List<SecretFile> of(ServerOptions options, S3Settings s3, List<DataNodeSetting> dataNodes) {
        List<SecretFile> files = new ArrayList<>();
        add(files, "the file of --catalog-password-file", options.catalogPasswordFile);
        add(
                files,
                "the file of --mail-password-file",
                options.hooks.passwordFile().orElse(null));
        add(
                files,
                "the file of --oidc-client-secret-file",
                options.oidc.secretFile().orElse(null));
        add(files, "the file of --tls-key", options.tlsKey);
        add(files, "the file of --site-key", options.siteKey);
        add(files, "the file of --kafka-settings", options.kafkaSettings);
        options.carriers.secretFiles().forEach((what, file) -> add(files, what, file));
        for (S3Endpoint store : s3.stores().values()) {
            store.credentials()
                    .ifPresent(file -> add(files, "the credentials-file of --s3 " + store.name(), file.file()));
        }
        for (DataNodeSetting node : dataNodes) {
            node.secrets().forEach((key, file) -> add(files, "the " + key + " of --data-node " + node.node(), file));
        }
        return List.copyOf(files);
    }

    private static void add(List<SecretFile> files, String what, @Nullable Path file) {
        if (file != null) files.add(new SecretFile(what, file));
    }
}
