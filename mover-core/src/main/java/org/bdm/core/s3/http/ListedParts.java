package org.bdm.core.s3.http;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ObjectPart;

/**
 * Reads a page of ListParts. Sizes are what the store says: they may be of a part that never came whole. The root has another name at moto than at
 * other stores, so any but that of an error is taken.
 */
final class ListedParts implements AnswerXml.Content {
    private final List<ObjectPart> parts = new ArrayList<>();
    private boolean isTruncated;
    private String number = "";
    private String size = "";
    private String etag = "";

    private ListedParts() {}

    static ListedParts parse(byte[] document) {
        ListedParts page = new ListedParts();
        try {
            String root = AnswerXml.read(document, page);
            if (root.startsWith("ListParts")) return page;
        } catch (NumberFormatException e) {
            // told below
        }
        throw new MoverException(ErrorCode.PROTOCOL_VIOLATION, "the store lists parts otherwise than S3 does");
    }

    List<ObjectPart> parts() {
        return parts;
    }

    boolean isTruncated() {
        return isTruncated;
    }

    /** The highest number of the page; 0 without parts. */
    int lastNumber() {
        return parts.stream().mapToInt(ObjectPart::number).max().orElse(0);
    }

    @Override
    public void text(String path, String text) {
        switch (belowRoot(path)) {
            case "Part/PartNumber" -> number = text.strip();
            case "Part/Size" -> size = text.strip();
            case "Part/ETag" -> etag = text.strip();
            case "IsTruncated" -> isTruncated = text.strip().equals("true");
            default -> {} // times, and who began the upload
        }
    }

    @Override
    public void end(String path) {
        if (!belowRoot(path).equals("Part")) return;
        parts.add(new ObjectPart(Integer.parseInt(number), Long.parseLong(size), etag));
    }

    private static String belowRoot(String path) {
        return path.substring(path.indexOf('/') + 1);
    }
}
