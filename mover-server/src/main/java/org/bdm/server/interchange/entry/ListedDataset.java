package org.bdm.server.interchange.entry;

import java.util.regex.Pattern;
import org.bdm.server.drs.DatasetName;

/** Names of datasets in lists, where text of any other kind may stand in their place. */
public final class ListedDataset {
    private static final int LENGTH_MAX = 1024;
    private static final Pattern NAME = Pattern.compile("[\\w(),+:%-]+(?:\\.[\\w(),+:%-]+){2,}");

    private ListedDataset() {}

    /**
     * Reads {@code a.b.c}, {@code a.b.c.v20191207} and the older {@code a.b.c#20191207}.
     *
     * @throws RefusedLine for anything else
     */
    public static DatasetName parse(String text) throws RefusedLine {
        if (text.length() > LENGTH_MAX) throw new RefusedLine("the dataset id is longer than " + LENGTH_MAX);
        return DatasetName.read(text)
                .filter(name -> text.indexOf('|') < 0 && fits(name.masterId()))
                .orElseThrow(() -> new RefusedLine(QuotedText.of(text) + " is not a dataset id"));
    }

    /** True if this may be the name of a dataset, without its version: one of fewer than three parts may be anything. */
    public static boolean fits(String masterId) {
        return masterId.length() <= LENGTH_MAX && NAME.matcher(masterId).matches();
    }
}
