package org.bdm.server.hsm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.bdm.core.store.StorePath;
import org.bdm.server.program.BoundedProgram;

/**
 * Runs a program that brings files. It gets their absolute paths on its standard input: each with a line feed, or for {@code xargs -0} with a NUL. It
 * ends with 0 if it took them, whether it waits for them or not.
 */
record ProgramRecall(BoundedProgram program, FilePaths paths, byte end) implements RecallRun {
    @Override
    public void recall(List<StorePath> files) throws Refused, InterruptedException {
        try {
            BoundedProgram.Ended ended = program.run(Map.of(), paths.list(files, end));
            if (ended.exit() != 0)
                throw new Refused("the recall program ended with " + ended.exit() + ": "
                        + ProgramPresence.firstLine(ended.text()));
        } catch (IOException | TimeoutException e) {
            throw new Refused("the recall program: " + e.getMessage(), e);
        }
    }
}
