package org.bdm.client.cli;

import java.util.ArrayList;
import java.util.List;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import org.bdm.core.control.DatasetQuery;
import org.bdm.core.control.SubscriptionView;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Lists subscriptions with their last and next runs.")
final class SubscribeListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("SUBSCRIPTION", "STATE", "LAST RUN", "NEXT RUN", ">FOUND", ">NEW", ">JOBS", "QUERY");
        print(api().subscriptions().subscriptions(), one -> row(table, one));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }

    private void row(Table table, SubscriptionView one) {
        SubscriptionView.Run last = one.last();
        String state = last != null && !last.trouble().isEmpty() ? one.state() + ", trouble" : one.state();
        table.row(
                one.id(),
                state,
                last == null ? "" : TimeText.moment(last.begunAt(), zone()),
                one.state().equals("ACTIVE") ? TimeText.moment(one.nextAt(), zone()) : "",
                last == null ? "" : String.valueOf(last.found()),
                last == null ? "" : String.valueOf(last.added()),
                last == null ? "" : String.valueOf(last.jobs()),
                shown(one.query()));
    }

    static String shown(DatasetQuery query) {
        List<String> words = new ArrayList<>();
        query.facets().forEach((facet, values) -> words.add(facet + "=" + String.join(",", values)));
        query.excluded().forEach((facet, values) -> words.add(facet + "!=" + String.join(",", values)));
        words.sort(null);
        return String.join(" ", words);
    }
}
