package org.bdm.server.demo;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.source.BlockSource;
import org.bdm.core.source.http.node.NameResolver;
import org.bdm.core.store.StorePath;
import org.bdm.server.site.access.LinkReading;
import org.bdm.server.site.access.PairingCaller;
import org.bdm.server.site.access.SiteCalls;
import org.bdm.server.site.access.SourceConnections;
import org.jspecify.annotations.Nullable;

/** Stands in for other sites: nobody is dialled, and whoever tries reads why. Any thread. */
public final class DemoOutside implements SiteCalls, SourceConnections, PairingCaller, NameResolver {
    /** Why nobody is contacted. */
    public static final String SENTENCE = "this server shows demo data and contacts nobody";

    /** Rights that the sites of the stories give this one: the pages ask for them before anybody clicks. */
    private static final byte[] GRANTS = "{\"read\":[\"cmip\"],\"write\":[\"cmip\"]}".getBytes(StandardCharsets.UTF_8);

    @Override
    public byte[] call(SiteName site, String name, byte[] body) {
        if (name.equals("grants.list")) return GRANTS.clone();
        throw refused("site " + site);
    }

    @Override
    public BlockSource connect(
            SiteName site, ExportName export, @Nullable JobId job, List<StorePath> prefixes, LinkReading links) {
        throw refused("site " + site);
    }

    @Override
    public BlockSource bench(SiteName site, long bytesMax) {
        throw refused("site " + site);
    }

    @Override
    public CompletionStage<Void> show(String dataAddress, NodeId node, byte[] request) {
        return CompletableFuture.failedStage(refused(dataAddress));
    }

    private static MoverException refused(String whom) {
        return new MoverException(ErrorCode.UNSUPPORTED, SENTENCE + ": " + whom + " was not asked");
    }

    /** Knows no host, be it a name or an address: no data node is dialled. */
    @Override
    public List<InetAddress> addressesOf(String host) throws UnknownHostException {
        throw new UnknownHostException(SENTENCE);
    }
}
