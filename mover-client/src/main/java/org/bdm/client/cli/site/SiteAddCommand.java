package org.bdm.client.cli.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.SitePairing;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.GlobalOptions;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.site.AcceptInvitation;
import org.bdm.core.control.site.SiteView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        footer = {
            "bdm-client site add north bdm1_CODE --read replica",
            "bdm-client site add north https://north.example.org:8470 --peer-token-file north.token"
        },
        description = {
            "Pairs with another site by its code, or its URL and token.",
            "With a URL, for one person who runs both sites: --peer-token-file is an admin token of the other site, and",
            "--token-file is yours, as everywhere. Both sites may then read all exports of each other."
        })
final class SiteAddCommand extends Verb {
    @Parameters(index = "0", paramLabel = "NAME", description = "The other site.")
    String name = "";

    @Parameters(index = "1", paramLabel = "CODE|URL", description = "Its invitation code, or the URL of its server.")
    String codeOrUrl = "";

    @Option(
            names = "--read",
            paramLabel = "EXPORT[/prefix]",
            description = {
                "What the other site may read here; may be repeated.",
                "bdm://SITE/EXPORT and https://HOST lend what your site may read there."
            })
    List<String> read = new ArrayList<>();

    @Option(
            names = "--write",
            paramLabel = "EXPORT[/prefix]",
            description = "Where the other site may submit jobs to here; may be repeated.")
    List<String> write = new ArrayList<>();

    @Option(
            names = "--peer-token-file",
            paramLabel = "FILE",
            description = "With a URL: file with a token of the other site.")
    @Nullable Path peerTokenFile;

    @Override
    protected ExitCode run() {
        if (peerTokenFile != null && !isUrl()) throw usage("--peer-token-file needs the URL of the other site");
        SiteView site = isUrl() ? withToken() : api().addSite(new AcceptInvitation(name, codeOrUrl, read, write));
        if (json()) terminal().json(site);
        else terminal().message("paired with " + site.name() + " " + site.fingerprint());
        return ExitCode.DONE;
    }

    private boolean isUrl() {
        return codeOrUrl.startsWith("http://") || codeOrUrl.startsWith("https://");
    }

    private SiteView withToken() {
        if (!read.isEmpty() || !write.isEmpty())
            throw usage(
                    "with a URL each site may read all exports of the other; use 'bdm-client site invite' to grant less");
        return SitePairing.bothWays(api(), new MoverApi(otherAddress()), name);
    }

    private ServerAddress otherAddress() {
        Path token = peerTokenFile == null ? options().tokenFile : peerTokenFile;
        if (token == null) throw usage("with a URL, give a token of that site with --peer-token-file");
        if (isOldForm())
            terminal()
                    .message("warning: --token-file was read as the token of " + codeOrUrl
                            + "; write --peer-token-file instead");
        try {
            return connections().other(codeOrUrl, token, front().options(), options());
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    /** Before there was an option for it, the token after the verb was the other site's. */
    private boolean isOldForm() {
        return isUrl() && peerTokenFile == null && options().tokenFile != null;
    }

    @Override
    protected ServerAddress address() {
        if (!isOldForm()) return super.address();
        GlobalOptions withoutToken = new GlobalOptions();
        withoutToken.server = options().server;
        withoutToken.profile = options().profile;
        withoutToken.certificateFile = options().certificateFile;
        try {
            return connections().address(front().options(), withoutToken);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }
}
