package org.bdm.client.cli.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.ServerRefusal;
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

/** Publishes our copies of datasets to a catalog of ESGF-NG. */
@Command(
        name = "publish",
        footer = "bdm-client publish CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr.v20180803 --index"
                + " west --node esgf.example.org --root https://esgf.example.org/data --credential-file globus.token",
        description = {
            "Publishes our copies of datasets to a catalog of ESGF-NG.",
            "Sends all, then waits until the catalog shows them. Each copy must be the published dataset, verified here."
                    + " A copy that the catalog already shows is not sent again.",
            "Of several datasets one that is refused does not hold up the others; exit 1."
        })
public final class PublishCommand extends Verb {
    private static final int CREDENTIAL_BYTES_MAX = 20_000;

    @Parameters(arity = "1..*", paramLabel = "DATASET", description = "Dataset versions by their instance ids.")
    List<String> datasets = new ArrayList<>();

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

    private boolean isRefused;

    @Override
    protected ExitCode run() {
        Duration longest = longest();
        String credential = credential();
        List<PublicationView> sent = new ArrayList<>();
        for (String dataset : datasets) attempt(dataset, () -> sent.add(sent(dataset, credential)));
        Instant end = pacer().clock().instant().plus(longest);
        for (PublicationView first : sent) {
            attempt(first.dataset(), () -> {
                PublicationView seen = longest.isZero() ? first : untilShown(first, end);
                if (json()) terminal().json(seen);
                else terminal().line(outcome(seen));
            });
        }
        return isRefused ? ExitCode.FILES_FAILED : ExitCode.DONE;
    }

    private PublicationView untilShown(PublicationView first, Instant end) {
        Duration left = Duration.between(pacer().clock().instant(), end);
        return new PublicationWatch(api().replication(), pacer(), terminal())
                .untilShown(first, left.isNegative() ? Duration.ZERO : left);
    }

    /** A refusal of one of several is told, and the others go on. */
    private void attempt(String dataset, Runnable step) {
        try {
            step.run();
        } catch (ServerRefusal e) {
            if (datasets.size() == 1) throw e;
            isRefused = true;
            terminal().message(dataset + ": " + e.getMessage());
        }
    }

    private PublicationView sent(String dataset, String credential) {
        try {
            PublicationView seen =
                    api().replication().publish(new PublishReplica(dataset, index, node, root, credential));
            if (seen.sent() > 0 && !json()) {
                terminal()
                        .message(seen.index() + " accepted our copy of " + seen.sent() + " of "
                                + Plural.of(seen.files(), "file"));
            }
            return seen;
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
