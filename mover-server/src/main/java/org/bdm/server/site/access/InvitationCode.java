package org.bdm.server.site.access;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.id.NodeId;
import org.bdm.core.id.SiteName;

/**
 * The code that one site hands to another outside the program: the address to connect to, which key to expect, and a secret that works once.
 *
 * <p>Written {@code bdm1_} and the base64url form of {@code site LF address LF fingerprint LF secret}, the secret in hexadecimal.
 *
 * @param site name of the inviting site
 * @param dataAddress its data port, {@code HOST:PORT}
 * @param node its key
 * @param secret 32 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // a secret, made for one use
record InvitationCode(SiteName site, String dataAddress, NodeId node, byte[] secret) {
    static final int SECRET_BYTES = 32;
    private static final String PREFIX = "bdm1_";
    private static final String CUT =
            "it is cut or has other characters; copy the whole line that 'bdm-client site invite' printed";

    static InvitationCode parse(String text) {
        try {
            if (!text.strip().startsWith(PREFIX))
                throw new IllegalArgumentException("it does not begin with " + PREFIX);
            String decoded = new String(decoded(text.strip().substring(PREFIX.length())), StandardCharsets.UTF_8);
            String[] parts = decoded.split("\n", -1);
            if (parts.length != 4 || parts[3].length() != 2 * SECRET_BYTES) throw new IllegalArgumentException(CUT);
            byte[] secret = HexFormat.of().parseHex(parts[3]);
            return new InvitationCode(new SiteName(parts[0]), parts[1], new NodeId(parts[2]), secret);
        } catch (IllegalArgumentException e) {
            throw new MoverException(ErrorCode.INVITATION_INVALID, "not an invitation code: " + e.getMessage(), e);
        }
    }

    private static byte[] decoded(String code) {
        try {
            return Base64.getUrlDecoder().decode(code);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(CUT, e);
        }
    }

    String write() {
        String plain = site + "\n" + dataAddress + "\n" + node.fingerprint() + "\n"
                + HexFormat.of().formatHex(secret);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }
}
