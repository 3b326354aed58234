package org.bdm.server.connections;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.tomcat.util.buf.ByteChunk;
import org.apache.tomcat.util.buf.MessageBytes;

/**
 * Lets addresses below one prefix pass whatever bytes they have: Tomcat refuses all that is not UTF-8. Each byte becomes a letter here; who
 * answers below the prefix reads the address as it came. Any thread.
 */
final class BytePathAdapter extends CoyoteAdapter {
    private final String prefix;

    BytePathAdapter(Connector connector, String prefix) {
        super(connector);
        this.prefix = prefix;
    }

    @Override
    protected void convertURI(MessageBytes uri, Request request) throws IOException {
        ByteChunk bytes = uri.getByteChunk();
        if (!bytes.startsWith(prefix, 0)) {
            super.convertURI(uri, request);
            return;
        }
        String letters =
                new String(bytes.getBuffer(), bytes.getStart(), bytes.getLength(), StandardCharsets.ISO_8859_1);
        uri.setChars(letters.toCharArray(), 0, letters.length());
    }
}
