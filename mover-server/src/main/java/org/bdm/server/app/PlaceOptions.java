package org.bdm.server.app;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options about what lies behind exports: stores of objects, and HSMs. */
final class PlaceOptions {
    @Option(
            names = "--s3",
            paramLabel = "STORE=URL[,KEY=VALUE]",
            description = {
                "A store of objects that speaks S3: region, credentials-file, profile,",
                "style=path|virtual; may be repeated."
            })
    List<String> stores = new ArrayList<>();

    @Option(
            names = "--hsm",
            paramLabel = "NAME=KEY=VALUE[,KEY=VALUE]",
            description = {
                "HSM below an export: presence=lustre|holes|PROGRAM, recall=lustre|PROGRAM,",
                "recall-at-once, recall-patience, checks=skip|recall; may be repeated."
            })
    List<String> hsms = new ArrayList<>();
}
