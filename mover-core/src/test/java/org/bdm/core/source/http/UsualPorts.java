package org.bdm.core.source.http;

import static org.bdm.core.source.http.HttpFixture.wanted;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.bdm.core.checksum.Checksum;
import org.bdm.core.checksum.ChecksumAlgorithm;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.replica.Copy;
import org.bdm.core.source.RecordingSourceListener;
import org.bdm.core.source.RecordingSourceListener.Received;
import org.bdm.core.source.WantedFile;
import org.bdm.core.source.http.node.NodePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A host of which the usual ports of http and https are free, and sources that ask it. */
abstract class UsualPorts {
    private static final AtomicInteger HOSTS = new AtomicInteger();
    static final int SIZE = 100_000;
    static final String PATH = "/a.nc";

    /** Of loopback, where nobody else listens; each test of each JVM has its own, because ports stay taken for a while. */
    final String host = "127.83." + ProcessHandle.current().pid() % 256 + "." + HOSTS.incrementAndGet();

    final RecordingSourceListener listener = new RecordingSourceListener();
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void usualPortsMayBeTaken() {
        for (int port : new int[] {80, 443}) {
            try {
                new ServerSocket(port, 1, InetAddress.getByName(host)).close();
            } catch (IOException e) {
                abort("the ports 80 and 443 of loopback are not ours");
            }
        }
    }

    @AfterEach
    void everyBlockIsBack() throws Exception {
        for (AutoCloseable each : open) each.close();
    }

    String https() {
        return "https://" + host + PATH;
    }

    /** A file of which no digest is known. */
    Received fetch(HttpSource source, int number, String... locations) {
        return fetch(source, number, Optional.empty(), locations);
    }

    /** A file of which this digest is known. */
    Received fetch(HttpSource source, int number, Optional<Checksum> expected, String... locations) {
        List<URI> all = new ArrayList<>();
        for (String location : locations) all.add(URI.create(location));
        WantedFile bare = wanted(number, SIZE, all.toArray(URI[]::new));
        List<Copy> copies =
                bare.copies().stream().map(copy -> copy.decidedBy(expected)).toList();
        WantedFile file =
                new WantedFile(bare.file(), bare.epoch(), bare.path(), bare.expected(), bare.ranges(), false, copies);
        source.want(List.of(file));
        TwoDataNodes.until(() -> listener.of(file.file()).isOver());
        return listener.of(file.file());
    }

    static Optional<Checksum> digest(ChecksumAlgorithm algorithm, byte[] bytes) {
        RunningDigest digest = RunningDigest.of(algorithm);
        digest.update(ByteBuffer.wrap(bytes));
        return Optional.of(digest.finish());
    }

    HttpFixture fixture(Map<String, NodePolicy> policies, FakeDataNode... nodes) {
        HttpFixture fixture = new HttpFixture(16, 4, policies, nodes);
        open.add(0, fixture);
        return fixture;
    }

    FakeDataNode node(FakeDataNode node) {
        open.add(node);
        return node;
    }

    /** What listens on port 80 of the host, with the file. */
    FakeDataNode plain() {
        FakeDataNode plain = node(new FakeDataNode(null, host, 80));
        plain.put(PATH, HttpFixture.netcdf(SIZE, 1));
        return plain;
    }
}
