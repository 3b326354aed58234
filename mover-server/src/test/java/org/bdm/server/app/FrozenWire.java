package org.bdm.server.app;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire to a server on this machine that can be frozen: connections stay open and are accepted, and nothing passes. */
final class FrozenWire implements AutoCloseable {
    private final ServerSocket listening;
    private final int to;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private boolean isFrozen; // guarded by this

    FrozenWire(int to) throws IOException {
        this.to = to;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    synchronized void freeze() {
        isFrozen = true;
    }

    synchronized void thaw() {
        isFrozen = false;
        notifyAll();
    }

    private synchronized void passWhenThawed() {
        try {
            while (isFrozen) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (!listening.isClosed()) {
                Socket from = listening.accept();
                open.add(from);
                daemon(() -> connect(from));
            }
        } catch (IOException e) {
            thaw(); // it was closed
        }
    }

    private void connect(Socket from) {
        passWhenThawed();
        try {
            Socket onward = new Socket(InetAddress.getLoopbackAddress(), to);
            open.add(onward);
            daemon(() -> copy(onward, from));
            copy(from, onward);
        } catch (IOException e) {
            quietly(from);
        }
    }

    private void copy(Socket from, Socket onward) {
        byte[] some = new byte[8192];
        try {
            int length = from.getInputStream().read(some);
            while (length >= 0) {
                passWhenThawed();
                onward.getOutputStream().write(some, 0, length);
                length = from.getInputStream().read(some);
            }
        } catch (IOException e) {
            quietly(from);
        }
        quietly(onward);
    }

    private static void quietly(Closeable closed) {
        try {
            closed.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        thaw();
        quietly(listening);
        open.forEach(FrozenWire::quietly);
    }
}
