package org.bdm.client.e2e;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bdm.client.MoverApi;
import org.bdm.client.ServerAddress;
import org.bdm.client.demo.ServerProcess;
import org.jspecify.annotations.Nullable;

/** A node of a site: a process with a home, on a machine of its own. */
final class SiteNode implements AutoCloseable {
    private final String name;
    private final Machine machine;
    private final @Nullable Path certificateFile;
    private final ServerProcess process;
    private final Path tokenFile;
    private final SharedWithProcess shared;
    private final boolean hasPreload;
    private final boolean isWritten;
    private boolean isFrozen;

    /** Not started yet. */
    SiteNode(NodeSetup setup) throws IOException {
        this.name = setup.name();
        this.machine = setup.machine();
        this.certificateFile = setup.certificateFile();
        this.hasPreload = setup.preload() != null;
        this.isWritten = setup.options().stream().anyMatch(option -> option.endsWith(":rw"));
        Path home = setup.directory().resolve(name).resolve("home");
        this.shared = new SharedWithProcess(setup.directory().resolve(name).resolve("shared"));
        List<String> options = new ArrayList<>(setup.options());
        options.addAll(machine.options(!setup.options().contains("control")));
        Map<String, String> environment = new HashMap<>();
        if (setup.preload() != null) environment.putAll(setup.preload().environment(shared));
        this.process = TwoSites.process(machine.wrapper(), setup.site(), home, options, environment);
        this.tokenFile = setup.tokenFile() == null ? process.tokenFile() : setup.tokenFile();
    }

    String name() {
        return name;
    }

    Machine machine() {
        return machine;
    }

    ServerProcess process() {
        return process;
    }

    /** How wrong its clock is, and more; without effect where nothing is preloaded. */
    SharedWithProcess shared() {
        return shared;
    }

    boolean hasPreload() {
        return hasPreload;
    }

    /** Whether it has an export to place files in. */
    boolean isWritten() {
        return isWritten;
    }

    URI rest() {
        return machine.rest(process.ready());
    }

    /** REST of this node, or of whoever answers at another address, as the administrator of the site. */
    MoverApi api(URI address) throws IOException {
        String token = Files.readString(tokenFile).strip();
        return new MoverApi(new ServerAddress(address, token, certificateFile));
    }

    TwoSites.Result client(String... arguments) {
        Map<String, String> environment = new HashMap<>();
        environment.put("BDM_SERVER", rest().toString());
        environment.put("BDM_TOKEN_FILE", tokenFile.toString());
        if (certificateFile != null) environment.put("BDM_CA_FILE", certificateFile.toString());
        return TwoSites.client(environment, process.home(), arguments);
    }

    /** Stops the process as it stands; it does not notice. */
    void freeze() throws IOException {
        Shell.run("kill -STOP \"$1\"", process.processId());
        isFrozen = true;
    }

    void thaw() throws IOException {
        if (isFrozen) wake();
    }

    /** Continues a process that was stopped, or has stopped itself. */
    void wake() throws IOException {
        Shell.run("kill -CONT \"$1\"", process.processId());
        isFrozen = false;
    }

    /** As a power cut. */
    void kill() {
        isFrozen = false;
        process.kill();
    }

    /** Sizes of the temporary files that the process has open. */
    List<Long> openFiles() throws IOException {
        List<Long> sizes = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.processId() + "/fd"))) {
            for (Path descriptor : (Iterable<Path>) descriptors::iterator) {
                try {
                    if (Files.readSymbolicLink(descriptor).toString().endsWith(".part"))
                        sizes.add(Files.size(descriptor));
                } catch (NoSuchFileException closed) {
                    continue; // meanwhile
                }
            }
        } catch (NoSuchFileException ended) {
            return List.of();
        }
        return sizes;
    }

    /** What the process wrote. */
    String log() throws IOException {
        return Files.readString(process.errorFile()) + Files.readString(process.outputFile());
    }

    @Override
    public void close() {
        process.close();
        machine.close();
    }
}
