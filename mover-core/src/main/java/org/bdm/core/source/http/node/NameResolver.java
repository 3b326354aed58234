package org.bdm.core.source.http.node;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Looks up host names. Called on threads that may block. */
@FunctionalInterface
public interface NameResolver {
    /** All addresses of a host, at least one; or an exception. */
    List<InetAddress> addressesOf(String host) throws UnknownHostException;

    /** The resolver of the system. */
    static NameResolver ofSystem() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
