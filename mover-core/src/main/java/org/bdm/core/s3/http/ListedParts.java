package org.bdm.core.s3.http;

import java.util.ArrayList;
import java.util.List;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.bdm.core.s3.ObjectPart;

/** Reads a page of ListParts. Sizes are what the store says: they may be of a part that never came whole. */
final class ListedParts implements AnswerXml.Content {
    private static final String ROOT = "ListPartsResult";

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
            if (root.equals(ROOT)) return page;
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
        switch (path) {
            case ROOT + "/Part/PartNumber" -> number = text.strip();
            case ROOT + "/Part/Size" -> size = text.strip();
            case ROOT + "/Part/ETag" -> etag = text.strip();
            case ROOT + "/IsTruncated" -> isTruncated = text.strip().equals("true");
            default -> {} // times, and who began the upload
        }
    }

    @Override
    public void end(String path) {
        if (!path.equals(ROOT + "/Part")) return;
        parts.add(new ObjectPart(Integer.parseInt(number), Long.parseLong(size), etag));
    }
}
