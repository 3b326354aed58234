package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.bdm.client.ServerUnreachable;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.Plural;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.dataset.PublicationView;
import org.bdm.core.control.dataset.PublishReplica;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Publishes our copy of a dataset to a catalog of ESGF-NG. */
@Command(
        name = "publish",
        footer = "bdm-client publish CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 --index"
                + " west --node esgf.example.org --root https://esgf.example.org/data --credential-file globus.token",
        description = {
            "Publishes our copy of a dataset to a catalog of ESGF-NG.",
            "Waits until the catalog shows it. Our copy must be the published dataset, verified here. A copy that the"
                    + " catalog",
            "already shows is not sent again."
        })
public final class PublishCommand extends Verb {
    private static final int CREDENTIAL_BYTES_MAX = 20_000;

    @Parameters(paramLabel = "DATASET", description = "A dataset version by its instance id.")
    String dataset = "";

    @Option(
            names = {"--stac", "--index"},
            required = true,
            paramLabel = "NAME",
            description = "The STAC index to publish to, from the server's configuration.")
    String index = "";

    @Option(
            names = "--node",
            required = true,
            paramLabel = "NAME",
            description = "The registered name of our data node.")
    String node = "";

    @Option(
            names = "--root",
            required = true,
            paramLabel = "URL",
            description = "Address above the paths of the export, from which the files are served.")
    String root = "";

    @Option(
            names = "--credential-file",
            required = true,
            paramLabel = "FILE",
            description = "The bearer token for that catalog; - reads the input. Used once and not stored.")
    String credentialFile = "";

    @Option(
            names = "--timeout",
            paramLabel = "D",
            defaultValue = "10m",
            description =
                    "Maximum time to wait for the record to appear, e.g. 90s; then exit 6. 0s: do not wait. Default:"
                            + " 10m.")
    String timeout = "10m";

    @Override
    protected ExitCode run() {
        Duration longest = longest();
        PublicationView seen = sent();
        if (seen.sent() > 0 && !json()) {
            terminal()
                    .message(seen.index() + " accepted our copy of " + seen.sent() + " of "
                            + Plural.of(seen.files(), "file"));
        }
        if (!longest.isZero()) {
            seen = new PublicationWatch(api().replication(), pacer(), terminal()).untilShown(seen, longest);
        }
        if (json()) terminal().json(seen);
        else terminal().line(outcome(seen));
        return ExitCode.DONE;
    }

    private PublicationView sent() {
        try {
            return api().replication().publish(new PublishReplica(dataset, index, node, root, credential()));
        } catch (ServerUnreachable e) {
            terminal()
                    .message("it is not known whether " + index + " received the copy; repeat the command:"
                            + " a copy that the index shows is not sent again, and sending one twice changes nothing");
            throw e;
        }
    }

    private static String outcome(PublicationView seen) {
        return seen.dataset() + ": " + seen.index() + " shows our copy at " + seen.node() + " of " + seen.shown()
                + " of " + Plural.of(seen.files(), "file");
    }

    private Duration longest() {
        try {
            return TimeText.parse(timeout);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String credential() {
        try (InputStream in = opened(credentialFile)) {
            byte[] bytes = in.readNBytes(CREDENTIAL_BYTES_MAX);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw usage("cannot read " + credentialFile + ": " + e.getMessage());
        }
    }
}
