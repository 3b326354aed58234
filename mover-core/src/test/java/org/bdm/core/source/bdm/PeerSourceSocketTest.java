package org.bdm.core.source.bdm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.id.Dscp;
import org.bdm.core.id.ExportName;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.SiteSourceContract;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.StorePath;
import org.bdm.core.store.WritableStore;
import org.bdm.core.store.local.ExportRoot;
import org.bdm.core.store.local.LocalStore;
import org.bdm.core.stream.AcceptSettings;
import org.bdm.core.stream.StreamAcceptor;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.stream.StreamTiming;
import org.bdm.core.stream.TransportKind;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract over real sockets and with real files: both ends in one process, four streams, one cache of eight blocks. */
class PeerSourceSocketTest extends SiteSourceContract {
    private static final int BLOCK_BYTES = 256 << 10;
    private static final int STREAMS = 4;
    private static final Path SS = Path.of("/usr/bin/ss");

    @TempDir
    Path directory;

    private LocalStore store;
    private PeerFixture fixture;
    private StreamLoops loops;
    private StreamAcceptor acceptor;
    private PeerSource source;

    @BeforeEach
    void listen() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        store = LocalStore.openWritable(exportRoot(data));
        fixture = new PeerFixture(store, new OfferedLimits(BLOCK_BYTES, 64L << 20, 256, 4096), 8, 1, 0);
        fixture.options = new PeerOptions(
                STREAMS, 64L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60));
        loops = new StreamLoops(TransportKind.best(), 2);
        NodeKey key = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        AcceptSettings settings = AcceptSettings.tlsOrPlain(new StreamSecurity.Tls(key, node -> true));
        acceptor = get(StreamAcceptor.listen(
                loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), settings, fixture.site::accept));
    }

    private static ExportRoot exportRoot(Path data) throws IOException {
        return new ExportRoot(new ExportName("data"), data);
    }

    @Override
    protected WritableStore store() {
        return store;
    }

    @Override
    protected BlockSource source() {
        if (source == null) {
            StreamConnector connector = new StreamConnector(loops, StreamTiming.STANDARD);
            source = fixture.source(
                    listener,
                    (session, stream) -> connector.connect(acceptor.address(), StreamSecurity.plain(), stream));
        }
        return source;
    }

    @AfterEach
    void everyBlockIsBack() throws Exception {
        if (source != null) source.close();
        get(acceptor.close());
        fixture.site.close();
        awaitUntil(() -> fixture.site.server().sessions() == 0);
        fixture.close();
        awaitUntil(() -> fixture.cache.blocksFree() == fixture.cache.blocks());
        loops.close();
        store.close();
    }

    @Test
    void fifoIsNotOpened() throws Exception {
        WantedFile there = put(1, "there", 100, true);
        Path fifo = directory.resolve("data").resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        WantedFile wanted =
                new WantedFile(id(2), there.epoch(), StorePath.ofUtf8("fifo"), there.expected(), List.of(), true);
        source().want(List.of(wanted, there));
        assertFailed(wanted, ErrorCode.SPECIAL_FILE);
        assertArrived(there);
    }

    @Test
    void kernelHasTheClassOfPacketsAtBothEndsOfEachStream() throws Exception {
        assumeTrue(Files.isExecutable(SS), "this host has no " + SS);
        WantedFile wanted = put(1, "x", 1000, true);
        source().useDscp(Dscp.parse("CS1"), () -> {});
        source().want(List.of(wanted));
        assertArrived(wanted);
        awaitUntil(() -> classes().equals(Collections.nCopies(2 * STREAMS, "tos:0x20")));
        source().useDscp(Dscp.DEFAULT, () -> {});
        awaitUntil(() -> classes().equals(Collections.nCopies(2 * STREAMS, "tos:0")));
    }

    /** The classes of both ends of all streams, as the kernel tells them. */
    private List<String> classes() {
        String port = ":" + acceptor.address().getPort();
        try {
            Process ss = new ProcessBuilder(SS.toString(), "-tnH", "--tos", "state", "established")
                    .redirectErrorStream(true)
                    .start();
            String lines = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return lines.lines()
                    .filter(line -> line.contains(port + " "))
                    .flatMap(line -> Stream.of(line.split(" +")).filter(word -> word.startsWith("tos:")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void mixedFilesArriveThroughOneTinyCache() {
        Random random = new Random(7);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 1; i <= 120; i++) {
            boolean isLarge = i % 10 == 0;
            int size = i % 17 == 0 ? 0 : 1 + random.nextInt(isLarge ? 8 << 20 : 200_000);
            wanted.add(put(i, "mixed/" + i, size, !isLarge));
        }
        source().want(wanted);
        wanted.forEach(this::assertArrived);
        assertThat(source().streams()).isEqualTo(STREAMS);
    }
}
