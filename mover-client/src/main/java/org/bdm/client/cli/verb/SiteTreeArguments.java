package org.bdm.client.cli.verb;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.EndpointText;
import picocli.CommandLine.Option;

/** Trees at paired sites that a job of replica sets reads from, as options of a verb. */
public final class SiteTreeArguments {
    @Option(
            names = "--also-at",
            paramLabel = "TREE",
            description = {
                "A tree bdm://SITE/EXPORT/path at a paired site with the layout of DST. Files whose digest is known"
                        + " are read",
                "from there first, then from data nodes; may be repeated, at most 8, in this order."
            })
    public List<String> alsoAt = new ArrayList<>();

    /** As the server reads them. Throws {@link IllegalArgumentException} with a sentence that can be shown. */
    public List<String> endpoints() {
        return alsoAt.stream().map(EndpointText::ofPlace).toList();
    }
}
