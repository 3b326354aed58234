package org.bdm.extension.mail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes the sockets of one e-mail and closes them all at its time bound: a mail server that says a letter now and then would else keep its
 * thread for ever. Any thread.
 */
final class MailSockets {
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile boolean isOver;

    private Socket kept(Socket socket) throws IOException {
        open.add(socket);
        if (isOver) socket.close();
        return socket;
    }

    /** Closes them; whoever reads or writes fails. */
    void end() {
        isOver = true;
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                continue; // it is closed all the same
            }
        }
    }

    boolean isOver() {
        return isOver;
    }

    /** Makes connections without TLS. */
    SocketFactory plain() {
        return new Plain(SocketFactory.getDefault());
    }

    /** Makes connections with TLS, and TLS over those without. */
    SSLSocketFactory encrypted(SSLSocketFactory real) {
        return new Encrypted(real);
    }

    private final class Plain extends SocketFactory {
        private final SocketFactory real;

        Plain(SocketFactory real) {
            this.real = real;
        }

        @Override
        public Socket createSocket() throws IOException {
            return kept(real.createSocket());
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return kept(real.createSocket(host, port));
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return kept(real.createSocket(host, port, local, localPort));
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return kept(real.createSocket(host, port));
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return kept(real.createSocket(host, port, local, localPort));
        }
    }

    private final class Encrypted extends SSLSocketFactory {
        private final SSLSocketFactory real;
        private final Plain unlayered;

        Encrypted(SSLSocketFactory real) {
            this.real = real;
            this.unlayered = new Plain(real);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return real.getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return real.getSupportedCipherSuites();
        }

        @Override
        public Socket createSocket() throws IOException {
            return unlayered.createSocket();
        }

        @Override
        public Socket createSocket(Socket below, String host, int port, boolean closesBelow) throws IOException {
            return real.createSocket(below, host, port, closesBelow); // the one below is known
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return unlayered.createSocket(host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return unlayered.createSocket(host, port, local, localPort);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return unlayered.createSocket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return unlayered.createSocket(host, port, local, localPort);
        }
    }
}
