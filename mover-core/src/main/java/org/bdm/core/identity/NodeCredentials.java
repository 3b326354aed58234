package org.bdm.core.identity;

import java.security.cert.X509Certificate;
import java.util.List;
import org.bdm.core.id.NodeId;

/** The key of a node, and how other sites know it. Any thread; never blocks. */
public interface NodeCredentials {
    /** The key that signs: that of the site, or one of this node alone. */
    NodeKey key();

    /** Certificates shown in TLS: that of the key, then that of the site's key if it vouches for this one. Changes when it is renewed. */
    List<X509Certificate> certificates();

    /** The key that other sites have pinned, by which they know this node: its own, or that of its site. */
    NodeId pin();
}
