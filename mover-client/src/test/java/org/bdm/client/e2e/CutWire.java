package org.bdm.client.e2e;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** A cable from one process to a port, that can be cut: then nothing moves on it, neither old nor new, and nobody is told. */
final class CutWire implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final int target;
    private volatile boolean isCut;

    CutWire(int target) throws IOException {
        this.target = target;
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    void cut() {
        isCut = true;
    }

    /** What was on its way meanwhile arrives late, as on a network. */
    void mend() {
        isCut = false;
    }

    @Override
    public void close() {
        quietly(listening);
        open.forEach(CutWire::quietly);
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket near = listening.accept();
                open.add(near);
                daemon(() -> relay(near));
            } catch (IOException closed) {
                continue; // the loop ends when it was us
            }
        }
    }

    private void relay(Socket near) {
        try (near;
                Socket far = new Socket()) {
            awaitMended(near);
            far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5_000);
            open.add(far);
            daemon(() -> copyQuietly(near, far));
            copy(near, far.getInputStream(), near.getOutputStream());
            open.remove(far);
        } catch (IOException ended) {
            quietly(near);
        } finally {
            open.remove(near);
        }
    }

    private void copyQuietly(Socket near, Socket far) {
        try {
            copy(near, near.getInputStream(), far.getOutputStream());
            far.shutdownOutput();
        } catch (IOException ended) {
            quietly(far);
        }
    }

    private void copy(Socket near, InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            awaitMended(near);
            out.write(buffer, 0, read);
        }
    }

    private void awaitMended(Socket near) {
        while (isCut && !near.isClosed()) LockSupport.parkNanos(20_000_000);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "cut-wire");
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
