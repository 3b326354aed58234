package org.bdm.server.carrier;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import picocli.CommandLine.Option;

/** The settings of other movers. */
public final class CarrierOptions {
    @Option(
            names = {"--carrier", "--carriers"},
            paramLabel = "NAME=KIND,key=value,..",
            description = "Other mover for files that only it can bring: batch, globus, fts; may be repeated.")
    List<String> carriers = new ArrayList<>();

    /** Returns the files with secrets of carriers. */
    public List<Path> secretFiles() {
        Pattern secret = Pattern.compile("(?:secret|token)-file=([^,\\s]+)");
        return carriers.stream()
                .flatMap(text -> secret.matcher(text).results())
                .map(found -> Path.of(found.group(1)))
                .toList();
    }

    /**
     * Returns the carriers.
     *
     * @param directories of the exports on this machine
     * @throws MoverException INVALID_REQUEST with what is wrong
     */
    public Carriers of(Map<ExportName, Path> directories, CarrierParts parts) {
        return CarrierSetting.carriers(carriers, directories, parts);
    }
}
