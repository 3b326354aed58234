package org.bdm.client.cli.site;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.site.SiteNodeView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a node finish what is open and take nothing new, before it is stopped. */
@Command(
        name = "drain",
        footer = {"bdm-client node drain node-3", "bdm-client node drain --here --wait 10m"},
        description = {
            "Lets a node finish what is open and take nothing new.",
            "With --wait it returns when the node works on no job and can be stopped; exit code 6 if that takes longer."
                    + " A node may also be stopped at once: other nodes continue its work."
        })
final class NodeDrainCommand extends Verb {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(5); // nodes tell their work more often
    private static final int IDLE_LOOKS = 2; // what it began just before it was told is not in the first

    @Parameters(arity = "0..1", paramLabel = "NODE", description = "The id of the node, from 'node list'.")
    @Nullable String id;

    @Option(names = "--here", description = "The node that runs on this host, instead of NODE.")
    boolean here;

    @Option(
            names = "--wait",
            paramLabel = "D",
            description = "Wait at most so long until it works on no job: 90s, 10m.")
    @Nullable String wait;

    @Override
    protected ExitCode run() {
        if (here == (id != null)) throw usage("name the node, or give --here");
        Duration longest = longest();
        SiteNodeView node = api().nodes().steer(id == null ? nodeOfThisHost() : id, "drain");
        ExitCode shown = shown(node, drained -> terminal().message(drained.id() + " is " + drained.state()));
        return longest == null ? shown : awaitIdle(node.id(), longest);
    }

    private @Nullable Duration longest() {
        try {
            return wait == null ? null : TimeText.parse(wait);
        } catch (IllegalArgumentException e) {
            throw usage(e.getMessage());
        }
    }

    private String nodeOfThisHost() {
        String host = thisHost();
        List<String> ids = new ArrayList<>();
        api().nodes().nodes().forEachRemaining(node -> {
            boolean isRunning = node.state().equals("UP") || node.state().equals("DRAINING");
            if (isRunning && node.process().contains(" on " + host + ",")) ids.add(node.id());
        });
        if (ids.size() == 1) return ids.get(0);
        String found = ids.isEmpty() ? "no node runs" : String.join(" and ", ids) + " run";
        throw usage(found + " on this host, " + host + "; name the node, from 'bdm-client node list'");
    }

    private String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw usage("this host has no name; name the node, from 'bdm-client node list'");
        }
    }

    private ExitCode awaitIdle(String node, Duration longest) {
        Duration waited = Duration.ZERO;
        for (int idleLooks = 0; idleLooks < IDLE_LOOKS; waited = waited.plus(LOOK_EVERY)) {
            if (waited.compareTo(longest) >= 0) {
                terminal().message(node + " still works on jobs; it goes on draining");
                return ExitCode.TIMED_OUT;
            }
            pacer().pause(LOOK_EVERY);
            idleLooks = jobsOf(node) == 0 ? idleLooks + 1 : 0;
        }
        terminal().message(node + " works on no job and can be stopped");
        return ExitCode.DONE;
    }

    private int jobsOf(String node) {
        Iterator<SiteNodeView> nodes = api().nodes().nodes();
        while (nodes.hasNext()) {
            SiteNodeView next = nodes.next();
            if (next.id().equals(node)) return next.jobs();
        }
        return 0; // removed meanwhile
    }
}
