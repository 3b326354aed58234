package org.bdm.server.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;

/** The network interfaces that hold the data address. */
@FunctionalInterface
interface DataInterfaces {
    /** Their names, such as {@code eth0}; empty if no interface holds it. */
    List<String> names() throws IOException;

    /** Those of an address to which the data port is bound; of all addresses, those that are up and not made by a container engine. */
    static DataInterfaces of(InetAddress bound) {
        return () -> bound.isAnyLocalAddress()
                ? NetworkInterface.networkInterfaces()
                        .filter(DataInterfaces::mayCarryData)
                        .map(NetworkInterface::getName)
                        .sorted()
                        .toList()
                : NetworkInterface.networkInterfaces()
                        .filter(each -> each.inetAddresses().anyMatch(bound::equals))
                        .map(NetworkInterface::getName)
                        .toList();
    }

    private static boolean mayCarryData(NetworkInterface each) {
        return each.inetAddresses().anyMatch(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                && !each.getName().matches("(docker|veth|virbr|br-|cni|flannel|cali|podman|lxc).*");
    }
}
