package org.bdm.server.interchange.write;

import java.net.URI;
import java.util.regex.Pattern;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.store.AddressPath;
import org.bdm.server.interchange.entry.QuotedText;

/**
 * Our copy of a dataset, as the catalogs of ESGF-NG name it.
 *
 * @param dataNode the registered name of the node, the key below {@code alternate}
 * @param root address above the directories of the data reference syntax, for example
 *     {@code https://node.example.org/thredds/fileServer/archive/}
 */
public record StacReplica(String dataNode, URI root) {
    private static final Pattern DATA_NODE = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");

    /**
     * Checks both.
     *
     * @throws MoverException INVALID_REQUEST if the node is no host name, or the address is not http(s) or has a query
     */
    public StacReplica {
        String scheme = String.valueOf(root.getScheme());
        boolean isWeb = (scheme.equals("https") || scheme.equals("http")) && root.getHost() != null;
        boolean isPlain = root.getRawQuery() == null && root.getRawFragment() == null && root.getRawUserInfo() == null;
        if (!DATA_NODE.matcher(dataNode).matches()) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST, QuotedText.of(dataNode) + " is not a name of a data node");
        }
        if (!isWeb || !isPlain) {
            throw new MoverException(
                    ErrorCode.INVALID_REQUEST,
                    QuotedText.of(root.toString()) + " is not of the form http(s)://HOST/PATH");
        }
    }

    /** Returns the address of a file, with every byte outside the unreserved letters percent-encoded. */
    String href(String relativePath) {
        String base = root.toASCIIString();
        return (base.endsWith("/") ? base : base + "/") + AddressPath.encoded(relativePath);
    }
}
