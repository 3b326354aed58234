package org.bdm.server.catalog.job;

/** Why a job is PAUSED; the name is the code of its {@link JobReason}. */
public enum PauseReason {
    /** A person paused it and must resume it. */
    BY_USER,
    NO_SPACE,
    QUOTA_EXCEEDED,
    READ_ONLY,
    PERMISSION,
    /** The directory of the export is gone, or another one is in its place. */
    EXPORT_MISSING,
    CREDENTIALS,
    /** Every open file has only sources whose links are outside their windows. */
    WINDOW_CLOSED,
    /** Every open file has only sources that are under maintenance, or this site is. */
    SITE_MAINTENANCE,
    /** Every open file has only sources that are banned here, or the source bans this site. */
    SITE_BANNED,
    /** No source of any open file answers. */
    PEER_UNREACHABLE;

    /** True if the program looks again by itself, every 60 s, and a person can shorten that with {@code resume}. */
    public boolean isRechecked() {
        return switch (this) {
            case BY_USER -> false;
            case NO_SPACE, QUOTA_EXCEEDED, READ_ONLY, PERMISSION, EXPORT_MISSING, CREDENTIALS -> true;
            case WINDOW_CLOSED, SITE_MAINTENANCE, SITE_BANNED, PEER_UNREACHABLE -> true;
        };
    }

    /** True if a person has to change something before it can go on. */
    public boolean needsPerson() {
        return switch (this) {
            case BY_USER, NO_SPACE, QUOTA_EXCEEDED, READ_ONLY, PERMISSION, EXPORT_MISSING, CREDENTIALS -> true;
            case WINDOW_CLOSED, SITE_MAINTENANCE, SITE_BANNED, PEER_UNREACHABLE -> false;
        };
    }

    /** True if its cause is a rule for a place: then it says itself when that ends, and nothing but a change of the rules ends it sooner. */
    public boolean isOfPlaces() {
        return this == WINDOW_CLOSED || this == SITE_MAINTENANCE || this == SITE_BANNED;
    }
}
