package org.bdm.core.s3;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An upload of a {@link MemoryBucket}; guarded by it. */
record MemoryUpload(String key, Map<String, String> metadata, TreeMap<Integer, byte[]> parts) {
    MemoryUpload(String key, Map<String, String> metadata) {
        this(key, metadata, new TreeMap<>());
    }

    byte[] joined(List<ObjectPart> wanted, boolean anyEtag) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        int last = 0;
        for (ObjectPart part : wanted) {
            byte[] content = parts.get(part.number());
            boolean isRight = content != null
                    && (anyEtag || part.etag().replace("\"", "").equals(MemoryBucket.hex("MD5", content)));
            if (!isRight || part.number() <= last) throw new S3Refusal(400, "InvalidPart", "part " + part.number());
            last = part.number();
            whole.writeBytes(content);
        }
        return whole.toByteArray();
    }

    String etag(List<ObjectPart> wanted) {
        ByteArrayOutputStream digests = new ByteArrayOutputStream();
        for (ObjectPart part : wanted)
            digests.writeBytes(HexFormat.of().parseHex(MemoryBucket.hex("MD5", parts.get(part.number()))));
        return MemoryBucket.hex("MD5", digests.toByteArray()) + "-" + wanted.size();
    }
}
