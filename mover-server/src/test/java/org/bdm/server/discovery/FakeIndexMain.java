package org.bdm.server.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.bdm.server.testkit.FakeStac;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An index of the esg-search shape and a STAC API as a process of its own, for tests with real processes. Arguments: {@code esg-search PORT
 * FILE} or {@code stac PORT FILE}; the file is a JSON array of records or items; port 0 takes any. Prints its address and runs until it is
 * killed.
 */
public final class FakeIndexMain {
    private FakeIndexMain() {}

    /** Runs until the process is killed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int port = Integer.parseInt(arguments[1]);
        JsonNode records = JsonMapper.builder().build().readTree(Files.readString(Path.of(arguments[2])));
        String address = switch (arguments[0]) {
            case "esg-search" -> FakeIndex.start(port).with(records).address().toString();
            case "stac" -> FakeStac.start(port).with(records).address().toString();
            default -> throw new IllegalArgumentException("esg-search or stac, not " + arguments[0]);
        };
        System.out.println(address);
        new CountDownLatch(1).await();
    }
}
