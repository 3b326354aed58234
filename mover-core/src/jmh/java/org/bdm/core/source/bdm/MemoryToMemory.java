package org.bdm.core.source.bdm;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.bdm.core.block.BlockTag;
import org.bdm.core.block.ByteRange;
import org.bdm.core.cache.Loan;
import org.bdm.core.checksum.RunningDigest;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.Epoch;
import org.bdm.core.id.FileId;
import org.bdm.core.id.SiteName;
import org.bdm.core.identity.NodeKey;
import org.bdm.core.serve.ServingSite;
import org.bdm.core.source.SourceListener;
import org.bdm.core.source.WantedFile;
import org.bdm.core.store.DirectoryPage;
import org.bdm.core.store.FileKind;
import org.bdm.core.store.FileName;
import org.bdm.core.store.FileStatus;
import org.bdm.core.store.FileVersion;
import org.bdm.core.store.ReadableFile;
import org.bdm.core.store.Store;
import org.bdm.core.store.StoreAbilities;
import org.bdm.core.store.StorePath;
import org.bdm.core.stream.AcceptSettings;
import org.bdm.core.stream.StreamAcceptor;
import org.bdm.core.stream.StreamConnector;
import org.bdm.core.stream.StreamLoops;
import org.bdm.core.stream.StreamSecurity;
import org.bdm.core.stream.StreamTiming;
import org.bdm.core.stream.TransportKind;
import org.bdm.core.wire.Frame.OfferedLimits;
import org.jspecify.annotations.Nullable;

/**
 * Moves bytes from memory to memory through the whole data plane but its disks: serving, streams over loopback, source. Every block gets a
 * CRC-32C where it is sent, and is compared with it where it arrives. The sending store leaves in the block what lies there, as iperf3 sends
 * the same buffer again and again. Both ends are in this process, with a loop each.
 */
public final class MemoryToMemory {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCKS = 64;
    private static final long FILE_BYTES = 1L << 30;

    private MemoryToMemory() {}

    /** {@code plain|tls FILES ROUNDS}: so many files of 1 GiB, so many times; a line for each round. */
    public static void main(String[] args) throws Exception {
        boolean isTls = args[0].equals("tls");
        int files = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        OfferedLimits limits = new OfferedLimits(BLOCK_BYTES, 256L << 20, 256, 4096);
        PeerFixture fixture = new PeerFixture(new EndlessStore(), limits, BLOCKS, 1, 0);
        StreamLoops sending = new StreamLoops(TransportKind.best(), 1);
        StreamLoops receiving = new StreamLoops(TransportKind.best(), 1);
        NodeKey key = NodeKey.create(Clock.systemUTC(), new SecureRandom());
        AcceptSettings settings = AcceptSettings.tlsOrPlain(new StreamSecurity.Tls(key, node -> true));
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        StreamAcceptor acceptor = StreamAcceptor.listen(sending, any, settings, fixture.site::accept)
                .toCompletableFuture()
                .join();
        StreamConnector connector = new StreamConnector(receiving, StreamTiming.STANDARD);
        StreamSecurity security = isTls ? StreamSecurity.tls(key, key.node()) : StreamSecurity.plain();
        Sink sink = new Sink();
        PeerSource source =
                source(fixture, key, (session, stream) -> connector.connect(acceptor.address(), security, stream));
        source.open(sink).toCompletableFuture().join();
        for (int round = 1; round <= rounds; round++) measure(args[0], source, sink, files, round);
        source.close();
        acceptor.close().toCompletableFuture().join();
        fixture.close();
        sending.close();
        receiving.close();
    }

    private static PeerSource source(PeerFixture fixture, NodeKey key, StreamOpener opener) {
        return new PeerSource(
                new PeerSession(new OwnNode(new SiteName("destination"), key.node(), 2), "session-1", "data", 0),
                new PeerOptions(1, 256L << 20, Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(60)),
                opener,
                () -> CompletableFuture.completedFuture(new TicketSupplier.IssuedTicket(
                        ServingSite.TICKET, Instant.now().plus(Duration.ofMinutes(10)))),
                fixture.receiving,
                new SourceRuntime(fixture.threads, Clock.systemUTC(), System::nanoTime, new Random(1)));
    }

    private static void measure(String name, PeerSource source, Sink sink, int files, int round) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long begun = System.nanoTime();
        sink.expect(files);
        List<WantedFile> wanted = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            int number = round * 1_000 + i;
            wanted.add(new WantedFile(
                    new FileId(number),
                    new Epoch(1),
                    StorePath.ofUtf8("f" + number),
                    EndlessStore.VERSION,
                    List.of(),
                    false));
        }
        source.want(wanted);
        sink.await();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double bytes = (double) files * FILE_BYTES;
        System.out.printf(
                Locale.ROOT,
                "%s round %d: %.3f s, %.2f Gbit/s, %.3f CPU s/GB, %d wrong%n",
                name,
                round,
                seconds,
                bytes * 8 / seconds / 1e9,
                (system.getProcessCpuTime() - cpu) / bytes,
                sink.wrong.get());
    }

    /** Compares each block with its checksum and gives it back. */
    private static final class Sink implements SourceListener {
        private final AtomicLong wrong = new AtomicLong();
        private volatile CountDownLatch left = new CountDownLatch(0);

        void expect(int files) {
            left = new CountDownLatch(files);
        }

        void await() throws InterruptedException {
            left.await();
        }

        @Override
        public void onBlock(BlockTag tag, Loan loan) {
            int length = (int) tag.range().length();
            if (RunningDigest.crc32c(loan.payload(0, length)) != tag.crc32c()) wrong.incrementAndGet();
            loan.release();
        }

        @Override
        public void onZero(FileId file, Epoch epoch, ByteRange range) {
            wrong.incrementAndGet();
        }

        @Override
        public void onPack(List<Piece> pieces, PackPayload payload) {
            wrong.incrementAndGet();
            payload.loan().release();
        }

        @Override
        public void onItemEnded(FileId file, Epoch epoch, FileVersion version, int mode) {
            left.countDown();
        }

        @Override
        public void onItemFailed(FileId file, Epoch epoch, MoverException reason) {
            System.err.println(reason.sentence());
            wrong.incrementAndGet();
            left.countDown();
        }

        @Override
        public void onItemLost(FileId file, Epoch epoch) {
            wrong.incrementAndGet();
            left.countDown();
        }

        @Override
        public void onSourceLost(MoverException reason) {
            System.err.println(reason.sentence());
        }
    }

    /** Has every file, of 1 GiB, without holes. */
    private static final class EndlessStore implements Store {
        private static final FileVersion VERSION = new FileVersion(FILE_BYTES, Instant.EPOCH, Instant.EPOCH, 1);
        private static final FileStatus STATUS = new FileStatus(FileKind.FILE, VERSION, 0644, null);

        @Override
        public StoreAbilities abilities() {
            return new StoreAbilities(false, true, false);
        }

        @Override
        public Optional<FileStatus> status(StorePath path) {
            return Optional.of(STATUS);
        }

        @Override
        public DirectoryPage list(StorePath directory, @Nullable FileName after, int entriesMax) {
            return new DirectoryPage(List.of(), true);
        }

        @Override
        public ReadableFile open(StorePath file) {
            return new ReadableFile() {
                @Override
                public FileStatus status() {
                    return STATUS;
                }

                @Override
                public int read(long offset, ByteBuffer target) {
                    int read = (int) Math.min(target.remaining(), FILE_BYTES - offset);
                    target.position(target.position() + read);
                    return read;
                }

                @Override
                public long holeEnd(long offset) {
                    return offset;
                }

                @Override
                public void close() {
                    // nothing is open
                }
            };
        }

        @Override
        public long freeBytes() {
            return 0;
        }
    }
}
