package org.bdm.client.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this command, from its jar. */
final class ClientVersion implements IVersionProvider {
    static String number() {
        return Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "development");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"bdm-client " + number()};
    }
}
