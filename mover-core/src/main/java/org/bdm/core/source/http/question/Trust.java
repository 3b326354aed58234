package org.bdm.core.source.http.question;

/**
 * Terms of comparison for an answer, and of what decides where they differ.
 *
 * @param fileBytes size that the whole file is expected to have
 * @param isVouched whether a published digest decides in the end: then header, type and validators are only hints
 * @param isOfListedSize whether an answer that tells more bytes is taken as far as the expected size
 */
public record Trust(long fileBytes, boolean isVouched, boolean isOfListedSize) {
    /** Nobody outside vouches for a file of this size. */
    public static Trust none(long fileBytes) {
        return new Trust(fileBytes, false, false);
    }
}
