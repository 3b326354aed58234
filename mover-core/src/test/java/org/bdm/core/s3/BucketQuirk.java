package org.bdm.core.s3;

/** What real stores do otherwise than the protocol says; each was seen at the store in brackets. */
public enum BucketQuirk {
    /** Complete answers 200 with the right ETag, and the old object stays, or none is there (versitygw). */
    COMPLETE_DOES_NOTHING,
    /** Complete is carried out, and answers 404 (MinIO, s3proxy when it is repeated). */
    COMPLETE_SAYS_404,
    /** Complete is carried out, and answers 412 (MinIO, s3mock when it is repeated). */
    COMPLETE_SAYS_412,
    /** Complete is carried out, and answers 500 (Ceph, s3rver). */
    COMPLETE_SAYS_500,
    /** Complete is carried out, and tells an empty ETag (Ceph RGW 16). */
    COMPLETE_TELLS_NO_ETAG,
    /** Complete is carried out, and its connection breaks before the answer. */
    COMPLETE_IS_SILENT,
    /** PutObject is carried out, and its connection breaks before the answer. */
    PUT_IS_SILENT,
    /** The first PutObject of a key breaks, and half of the object is there (versitygw without a hash of the body). */
    FIRST_PUT_IS_CUT,
    /** PutObject does not look at its condition (s3rver). */
    PUT_IGNORES_CONDITION,
    /** PutObject refuses a condition with 501 (Swift). */
    PUT_REFUSES_CONDITION,
    /** Complete does not look at its condition (Ceph, s3proxy). */
    COMPLETE_IGNORES_CONDITION,
    /** Of two writers with a condition at once, both win (Ceph, s3proxy, s3s-fs). */
    BOTH_WIN,
    /** The first request of each part breaks, and zeros of full length are listed as that part (versitygw). */
    FIRST_PART_IS_CUT,
    /** Each part breaks the first time it is sent after others, and is gone (s3proxy). */
    PARTS_VANISH,
    /** Giving an upload up deletes the object of its key (s3mock). */
    ABORT_DELETES_OBJECT,
    /** Parts must come in ascending order, one at a time (rclone). */
    PARTS_IN_ORDER,
    /** An object of parts has the MD5 of the whole as its ETag (rclone, s3rver). */
    ETAG_OF_WHOLE,
    /** Complete tells the ETag of the parts, HEAD the MD5 of the whole (s3proxy). */
    HEAD_ETAG_OF_WHOLE,
    /** An object that is put is kept with other bytes. */
    PUT_CHANGES_BYTES,
    /** The hash of a body is not compared (rclone, s3rver). */
    IGNORES_SHA256,
    /** DeleteObject does not look at its condition (s3proxy). */
    DELETE_IGNORES_CONDITION,
    /** DeleteObject refuses a condition with 501. */
    DELETE_REFUSES_CONDITION,
    /** DeleteObject is carried out, and its connection breaks before the answer. */
    DELETE_IS_SILENT,
    /** DeleteObject answers 204, and the object stays. */
    DELETE_DOES_NOTHING,
    /** The bucket keeps versions: a deleted object stays as an old one behind a delete marker. */
    KEEPS_VERSIONS,
    /** ETags say nothing of the content (encrypted buckets). */
    ETAG_IS_RANDOM,
    /** Changes are refused with SlowDown if they are a third request; requests that only read are repeated by every bucket itself. */
    SLOW_DOWN
}
