package org.bdm.server.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bdm.core.host.KernelClock;

/** All checks of a node, in the order in which they are shown among those of one verdict. */
final class CheckList {
    private CheckList() {}

    static List<HostCheck> of(ExaminedNode node) {
        return of(node, HostTree.ofThisHost(), DataInterfaces.of(node.bound()), KernelClock::read);
    }

    static List<HostCheck> of(
            ExaminedNode node, HostTree tree, DataInterfaces interfaces, Reading<KernelClock> kernelClock) {
        DataNetwork network = new DataNetwork(tree, interfaces, node.streams());
        List<HostCheck> checks = new ArrayList<>();
        for (ExaminedDirectory directory : node.places().directories()) {
            checks.add(new FreeSpaceCheck(directory));
            checks.add(new FreeInodesCheck(directory));
            checks.add(new FileSystemTypeCheck(directory));
            ExaminedDirectory.WritingTo writing = directory.writing();
            if (writing != null) checks.add(new PlacingCheck(directory, writing));
        }
        for (ExaminedBucket bucket : node.places().buckets()) checks.add(new BucketReadingCheck(bucket));
        checks.add(new KernelClockCheck(kernelClock));
        checks.add(new DatabaseClockCheck(node.clock(), databaseClock(node.databaseClock())));
        checks.add(new TcpBufferCheck(tree, network, true));
        checks.add(new TcpBufferCheck(tree, network, false));
        checks.add(new SocketLimitCheck(tree, network, true));
        checks.add(new SocketLimitCheck(tree, network, false));
        checks.add(new CongestionCheck(tree, network, node.congestion()));
        checks.add(new MtuCheck(tree, network));
        checks.add(new GovernorCheck(tree));
        checks.add(new OpenFilesCheck(tree));
        checks.add(new MemoryLimitCheck(tree, node.memoryBytes()));
        checks.add(new JavaVersionCheck(Runtime.version()));
        checks.add(new KernelVersionCheck(tree));
        return checks;
    }

    private static Optional<Reading<Instant>> databaseClock(Optional<Supplier<Instant>> clock) {
        return clock.map(known -> known::get);
    }
}
