package org.bdm.server.carrier;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /**
     * Returns the files with secrets of carriers, by what names them.
     *
     * @throws MoverException INVALID_REQUEST with what is wrong
     */
    public Map<String, Path> secretFiles() {
        return CarrierSetting.secretFiles(carriers);
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
