package org.bdm.client.e2e;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The wire between the sites: relays to the source's data port, reads the frames of plain streams on their way to the
 * destination, counts them, and does to them what wires do. TLS goes through unread.
 */
final class DataWire implements AutoCloseable {
    static final int BLOCK = 8;
    static final int PACK = 10;

    private static final int HEADER_BYTES = 64;
    private static final int FIRST_BYTE_OF_FRAME = 'B';
    private static final int NONE = -1;

    /** Chooses the byte of a payload to be flipped. */
    interface Damage {
        /** Offset in the payload, or -1 to let it pass; {@code file} is that of the header. */
        int flipped(int frameType, long file, int payloadBytes);
    }

    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<Relay> relays = new CopyOnWriteArrayList<>();
    private final AtomicLong payloadBytes = new AtomicLong();
    private final AtomicLong payloadsDamaged = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Damage damage = (type, file, bytes) -> NONE;
    private volatile int target;

    DataWire() throws IOException {
        daemon("wire-accept", this::accept);
    }

    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    void leadTo(int port) {
        target = port;
    }

    /** Bytes of files, packs with their index, that went through to the destination, repeats included. */
    long payloadBytes() {
        return payloadBytes.get();
    }

    long payloadsDamaged() {
        return payloadsDamaged.get();
    }

    /** Connections made so far. */
    int connections() {
        return connections.get();
    }

    int openConnections() {
        return relays.size();
    }

    void damage(Damage how) {
        damage = how;
    }

    /** Every open connection ends with RST; returns how many. */
    int reset() {
        int before = relays.size();
        for (Relay relay : relays) relay.reset();
        return before;
    }

    /** On connections that are open now nothing moves any more, and nobody is told. */
    void stall() {
        for (Relay relay : relays) relay.isStalled = true;
    }

    @Override
    public void close() {
        quietly(listening);
        for (Relay relay : relays) relay.close();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket();
                Relay relay = new Relay(client, server);
                relays.add(relay);
                connections.incrementAndGet();
                daemon("wire", relay::connectAndRelay);
            } catch (IOException closed) {
                continue; // the loop ends when it was us
            }
        }
    }

    private final class Relay {
        private final Socket client;
        private final Socket server;
        private volatile boolean isStalled;

        Relay(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void connectAndRelay() {
            try {
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5000);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                daemon("wire-asks", () -> pump(this::copyAsks));
                pump(this::copyAnswers);
            } catch (IOException sourceIsDown) {
                close();
            }
        }

        private void pump(Copy copy) {
            try {
                copy.run();
            } catch (IOException over) {
                close();
            }
        }

        private void copyAsks() throws IOException {
            copy(client.getInputStream(), server.getOutputStream());
            server.shutdownOutput();
        }

        private void copyAnswers() throws IOException {
            DataInputStream in = new DataInputStream(server.getInputStream());
            OutputStream out = client.getOutputStream();
            int first = in.read();
            if (first >= 0) {
                byte[] header = new byte[HEADER_BYTES];
                header[0] = (byte) first;
                if (first == FIRST_BYTE_OF_FRAME) copyFrames(in, out, header);
                else {
                    write(out, header, 0, 1);
                    copy(in, out);
                }
            }
            client.shutdownOutput();
            relays.remove(this);
        }

        private void copyFrames(DataInputStream in, OutputStream out, byte[] header) throws IOException {
            byte[] buffer = new byte[1 << 16];
            int have = 1;
            while (true) {
                try {
                    in.readFully(header, have, HEADER_BYTES - have);
                } catch (EOFException ended) {
                    return;
                }
                have = 0;
                ByteBuffer fields = ByteBuffer.wrap(header);
                int type = header[3];
                int length = fields.getInt(8);
                boolean isBytes = type == BLOCK || type == PACK;
                int flipped = isBytes ? damage.flipped(type, fields.getLong(24), length) : NONE;
                if (flipped != NONE) payloadsDamaged.incrementAndGet();
                write(out, header, 0, HEADER_BYTES);
                for (int done = 0; done < length; ) {
                    int read = in.read(buffer, 0, Math.min(buffer.length, length - done));
                    if (read < 0) return;
                    if (flipped >= done && flipped < done + read) buffer[flipped - done] ^= 0x10;
                    write(out, buffer, 0, read);
                    if (isBytes) payloadBytes.addAndGet(read);
                    done += read;
                }
            }
        }

        private void copy(InputStream in, OutputStream out) throws IOException {
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) write(out, buffer, 0, read);
        }

        private void write(OutputStream out, byte[] bytes, int offset, int length) throws IOException {
            while (isStalled && !client.isClosed()) parkShortly();
            out.write(bytes, offset, length);
        }

        void reset() {
            try {
                client.setSoLinger(true, 0);
                server.setSoLinger(true, 0);
            } catch (IOException closedAlready) {
                relays.remove(this);
            }
            close();
        }

        void close() {
            relays.remove(this);
            quietly(client);
            quietly(server);
        }
    }

    private interface Copy {
        void run() throws IOException;
    }

    private static void parkShortly() {
        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            return; // closing is all that was wanted
        }
    }
}
