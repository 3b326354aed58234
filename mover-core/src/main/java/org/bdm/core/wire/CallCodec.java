package org.bdm.core.wire;

import org.bdm.core.id.RequestId;

/**
 * Frames of what is asked of a control plane; the request is in the header.
 *
 * <pre>
 *  CALL     name u8+n | body u32+n
 *  REPLY    body u32+n
 * </pre>
 */
final class CallCodec {
    private CallCodec() {}

    static void call(Frame.Call call, FieldWriter out) {
        out.ascii(call.name(), WireLimits.CALL_NAME_BYTES_MAX);
        body(call.body(), out);
    }

    static Frame call(RequestId request, FieldReader in) {
        return new Frame.Call(request, in.ascii("name", WireLimits.CALL_NAME_BYTES_MAX), body(in));
    }

    static void reply(Frame.Reply reply, FieldWriter out) {
        body(reply.body(), out);
    }

    static Frame reply(RequestId request, FieldReader in) {
        return new Frame.Reply(request, body(in));
    }

    private static void body(byte[] body, FieldWriter out) {
        if (body.length > WireLimits.CALL_BODY_BYTES_MAX) {
            throw new IllegalArgumentException("a body has " + body.length + " bytes");
        }
        out.i32(body.length).bytes(body);
    }

    private static byte[] body(FieldReader in) {
        int length = in.number("body length", 0, WireLimits.CALL_BODY_BYTES_MAX);
        return in.bytes("body", length, WireLimits.CALL_BODY_BYTES_MAX);
    }
}
