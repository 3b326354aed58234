package org.bdm.server.app;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options about stores of objects. */
final class S3Options {
    @Option(
            names = "--s3",
            paramLabel = "STORE=URL[,KEY=VALUE]",
            description = {
                "A store of objects that speaks S3: region, credentials-file, profile,",
                "style=path|virtual; may be repeated."
            })
    List<String> stores = new ArrayList<>();
}
