package org.bdm.client.cli;

import java.util.Objects;
import org.bdm.client.output.ByteSize;
import org.bdm.client.output.Table;
import org.bdm.client.output.TimeText;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Lists quarantined files with their former places.", "Their names are in EXPORT/.bdm/quarantine."
        })
final class QuarantineListCommand extends Verb {
    @Override
    ExitCode run() {
        Table table = new Table("KEPT AS", "STATE", "SINCE", ">SIZE", "PLACE", "DATASET");
        print(
                api().removal().quarantine(),
                kept -> table.row(
                        kept.keptAs(),
                        kept.state(),
                        TimeText.moment(kept.since(), zone()),
                        ByteSize.text(kept.size()),
                        kept.export() + "/" + kept.path(),
                        Objects.toString(kept.dataset(), "")));
        if (!json()) terminal().table(table);
        return ExitCode.DONE;
    }
}
