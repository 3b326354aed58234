package org.bdm.core.identity;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.ExportName;
import org.bdm.core.id.JobId;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;
import org.bdm.core.store.StorePath;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a ticket (docs/protocol.md, "Ticket").
 *
 * <pre>
 *  "BDMT" | version u8: 1 | signer's SubjectPublicKeyInfo u16+n
 *               or      2 | site's SubjectPublicKeyInfo u16+n | certificate of the signer u16+n
 *  issuer u8+n | job u64 | source u8+n | destination u8+n
 *  destination node 32 | grants u8, each: export u8+n, prefix u16+n, verb u8 | not before u64 s | expiry u64 s
 *  streams u16 | bytes u64 | session u8+n | signature 64 (r and s; ECDSA P-256 with SHA-256 over context and all before)
 * </pre>
 */
final class TicketCodec {
    static final int SIGNATURE_BYTES = 64;
    static final String SIGNATURE_ALGORITHM = "SHA256withECDSAinP1363Format";

    private static final int MAGIC = 0x42444d54; // "BDMT"
    private static final int VERSION = 1;
    private static final int VERSION_ENDORSED = 2;
    private static final int KEY_BYTES_MAX = 256;
    private static final int CERTIFICATE_BYTES_MAX = 1024;
    private static final int NODE_BYTES = 32;
    private static final int BODY_BYTES_MAX =
            80 << 10; // 16 prefixes of 4,096 bytes and the rest; the signer refuses over 4 KiB

    private TicketCodec() {}

    /** A ticket whose signature is not checked yet. */
    record Unverified(Ticket ticket, Signer signer, byte[] body, byte[] signature) {}

    /**
     * The signer of a ticket.
     *
     * @param pinnedKey SubjectPublicKeyInfo of the key that is pinned: the signer's, or that of its site
     * @param certificate of the signer, by the pinned key; null if that key signed itself
     */
    record Signer(byte[] pinnedKey, byte @Nullable [] certificate) {
        static Signer of(List<X509Certificate> shown) {
            try {
                if (shown.size() == 1)
                    return new Signer(shown.get(0).getPublicKey().getEncoded(), null);
                return new Signer(
                        shown.get(1).getPublicKey().getEncoded(), shown.get(0).getEncoded());
            } catch (CertificateEncodingException e) {
                throw new MoverException(ErrorCode.INTERNAL, "cannot sign a ticket", e);
            }
        }

        /** In front of what is signed: the same key also signs TLS handshakes, and one must never pass for the other. */
        byte[] context() {
            return (certificate == null ? "bdm-ticket-v1\0" : "bdm-ticket-v2\0").getBytes(StandardCharsets.US_ASCII);
        }
    }

    static byte[] encode(Ticket ticket, Signer signer) {
        ByteBuffer out = ByteBuffer.allocate(BODY_BYTES_MAX);
        byte[] certificate = signer.certificate();
        out.putInt(MAGIC).put((byte) (certificate == null ? VERSION : VERSION_ENDORSED));
        putLong(out, signer.pinnedKey());
        if (certificate != null) putLong(out, certificate);
        putShort(out, ticket.issuer().value());
        out.putLong(ticket.job().number());
        putShort(out, ticket.source().value());
        putShort(out, ticket.destination().value());
        out.put(HexFormat.of().parseHex(ticket.destinationNode().fingerprint()));
        out.put((byte) ticket.grants().size());
        for (Grant grant : ticket.grants()) {
            putShort(out, grant.export().value());
            putLong(out, grant.prefix().bytes());
            out.put((byte) grant.verb().code());
        }
        out.putLong(ticket.notBefore().getEpochSecond());
        out.putLong(ticket.expiry().getEpochSecond());
        out.putShort((short) ticket.streamsMax());
        out.putLong(ticket.bytesMax());
        putShort(out, ticket.session());
        return taken(out.flip(), out.limit());
    }

    /** Parses; every length is bounded by what is there. Throws TICKET_INVALID. */
    static Unverified decode(byte[] signed) {
        if (signed.length > Ticket.SIGNED_BYTES_MAX) throw invalid("it has " + signed.length + " bytes", null);
        int bodyLength = signed.length - SIGNATURE_BYTES;
        if (bodyLength <= 0) throw invalid("it has only " + signed.length + " bytes", null);
        ByteBuffer all = ByteBuffer.wrap(signed);
        byte[] body = taken(all, bodyLength);
        byte[] signature = taken(all, SIGNATURE_BYTES);
        ByteBuffer in = ByteBuffer.wrap(body);
        try {
            if (in.getInt() != MAGIC) throw invalid("it does not begin like a ticket", null);
            int version = in.get() & 0xff;
            if (version != VERSION && version != VERSION_ENDORSED)
                throw invalid("its version is " + version + ", not " + VERSION + " or " + VERSION_ENDORSED, null);
            byte[] pinnedKey = bytes(in, in.getShort() & 0xffff, KEY_BYTES_MAX);
            byte[] certificate = version == VERSION ? null : bytes(in, in.getShort() & 0xffff, CERTIFICATE_BYTES_MAX);
            Ticket ticket = ticket(in);
            if (in.hasRemaining()) throw invalid(in.remaining() + " bytes follow it", null);
            return new Unverified(ticket, new Signer(pinnedKey, certificate), body, signature);
        } catch (BufferUnderflowException e) {
            throw invalid("it is cut off", e);
        } catch (IllegalArgumentException e) {
            throw invalid("a value in it is out of range", e);
        }
    }

    private static Ticket ticket(ByteBuffer in) {
        SiteName issuer = new SiteName(text(in));
        JobId job = new JobId(in.getLong());
        SiteName source = new SiteName(text(in));
        SiteName destination = new SiteName(text(in));
        NodeId node = new NodeId(HexFormat.of().formatHex(bytes(in, NODE_BYTES, NODE_BYTES)));
        int count = in.get() & 0xff;
        if (count > Ticket.GRANTS_MAX) throw invalid("it has " + count + " grants", null);
        List<Grant> grants = new ArrayList<>(count);
        for (int i = 0; i < count; i++) grants.add(grant(in));
        Instant notBefore = instant(in.getLong());
        Instant expiry = instant(in.getLong());
        int streams = in.getShort() & 0xffff;
        long bytesMax = in.getLong();
        return new Ticket(
                issuer, job, source, destination, node, grants, notBefore, expiry, streams, bytesMax, text(in));
    }

    private static Grant grant(ByteBuffer in) {
        ExportName export = new ExportName(text(in));
        byte[] prefix = bytes(in, in.getShort() & 0xffff, StorePath.LENGTH_MAX);
        int verb = in.get();
        Grant.Verb known =
                Grant.Verb.ofCode(verb).orElseThrow(() -> invalid("it grants the unknown verb " + verb, null));
        try {
            return new Grant(export, StorePath.of(prefix), known);
        } catch (MoverException e) {
            throw invalid("a prefix in it is not a path", e);
        }
    }

    private static Instant instant(long epochSecond) {
        if (epochSecond < 0 || epochSecond >= 1L << 40) throw invalid("a time in it is out of range", null);
        return Instant.ofEpochSecond(epochSecond);
    }

    private static void putShort(ByteBuffer out, String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
        out.put((byte) bytes.length).put(bytes);
    }

    private static void putLong(ByteBuffer out, byte[] bytes) {
        out.putShort((short) bytes.length).put(bytes);
    }

    private static String text(ByteBuffer in) {
        return new String(bytes(in, in.get() & 0xff, 0xff), StandardCharsets.US_ASCII);
    }

    private static byte[] bytes(ByteBuffer in, int length, int lengthMax) {
        if (length > lengthMax) throw invalid("a field in it has " + length + " bytes", null);
        if (length > in.remaining()) throw new BufferUnderflowException();
        return taken(in, length);
    }

    private static byte[] taken(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static MoverException invalid(String what, @Nullable Throwable cause) {
        return new MoverException(ErrorCode.TICKET_INVALID, "not a valid ticket: " + what, cause);
    }
}
