package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bdm.client.EndpointText;
import org.bdm.client.ExportPath;
import org.bdm.client.JobSelection;
import org.bdm.client.cli.verb.ExitCode;
import org.bdm.client.cli.verb.Verb;
import org.bdm.core.control.job.JobView;
import org.bdm.core.control.site.EntryView;
import org.bdm.core.control.site.ExportView;
import org.bdm.core.control.site.SiteView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Answers the completion script: one word a line, or nothing if the server does not answer in time. */
@Command(name = "__complete", hidden = true, description = "Prints possible completions of a word.")
final class CompleteCommand extends Verb {
    private static final int WORDS_MAX = 200;
    private static final int WAIT_SECONDS = 3;

    @Parameters(index = "0", paramLabel = "KIND", description = "jobs, sites, exports, endpoints or profiles.")
    String kind = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "WORD", description = "The beginning of the word.")
    String begun = "";

    @Override
    protected ExitCode run() {
        FutureTask<List<String>> words = new FutureTask<>(this::words);
        Thread asking = new Thread(words, "completion");
        asking.setDaemon(true);
        asking.start();
        try {
            words.get(WAIT_SECONDS, TimeUnit.SECONDS).forEach(terminal()::line);
        } catch (ExecutionException | TimeoutException e) {
            // Who presses Tab is not told why; the command that follows says it.
            return ExitCode.DONE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.DONE;
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        switch (kind) {
            case "jobs" ->
                first(api().jobs(JobSelection.labelled(null))).stream()
                        .map(JobView::id)
                        .forEach(words::add);
            case "sites" -> first(api().sites()).stream().map(SiteView::name).forEach(words::add);
            case "exports" ->
                first(api().exports()).stream().map(ExportView::name).forEach(words::add);
            case "profiles" -> words.addAll(connections().profiles().named().keySet());
            case "endpoints" -> endpoints(words);
            default -> throw usage("no such kind: " + kind);
        }
        return words;
    }

    /** Exports of this site, and the names of the others, until a site and an export are named; then what is in the directory. */
    private void endpoints(List<String> words) {
        int slash = begun.lastIndexOf('/');
        boolean isInExport = begun.matches("bdm://[^/]+/[^/]+/.*");
        if (!isInExport) {
            first(api().exports()).forEach(export -> words.add("bdm://" + export.site() + "/" + export.name() + "/"));
            first(api().sites()).forEach(site -> words.add("bdm://" + site.name() + "/"));
            return;
        }
        String directory = begun.substring(0, slash);
        for (EntryView entry : first(api().entries(ExportPath.parse(EndpointText.ofArgument(directory))))) {
            String mark = entry.kind().equals("DIRECTORY") ? "/" : "";
            words.add(directory + "/" + entry.name() + mark);
        }
    }

    private static <T> List<T> first(Iterator<T> items) {
        List<T> first = new ArrayList<>();
        while (items.hasNext() && first.size() < WORDS_MAX) first.add(items.next());
        return first;
    }
}
