package org.bdm.server.job.limit;

import org.bdm.core.id.ByteRate;
import org.bdm.core.id.JobId;
import org.bdm.server.catalog.limit.Limit;
import org.bdm.server.catalog.limit.LinkUse;

/**
 * A limit that somebody set, shared by the sessions that it covers. 0 is no limit.
 *
 * @param streamsMax open data streams, or connections to a data node
 * @param filesMax under way at once
 */
record SharedLimit(Subject subject, long bytesPerSecondMax, int streamsMax, int filesMax) {
    /** The things that can have a limit. */
    enum Kind {
        JOB,
        LINK,
        SITE,
        EXPORT,
        NODE
    }

    /**
     * A job, a link, the site, or an export or node of it.
     *
     * @param name number of the job or node, source of the link, or name of the export; empty for the whole site
     */
    record Subject(Kind kind, String name) {
        /** True if the use counts against the limit of this. */
        boolean covers(LinkUse use) {
            return switch (kind) {
                case JOB -> use.isWhole() && name.equals(String.valueOf(use.job()));
                case LINK -> name.equals(use.source());
                case SITE -> use.isWhole();
                case EXPORT -> use.isWhole() && name.equals(use.export());
                case NODE -> use.isWhole() && name.equals(String.valueOf(use.node()));
            };
        }
    }

    static SharedLimit ofJob(JobId job, long bytesPerSecondMax) {
        return new SharedLimit(new Subject(Kind.JOB, String.valueOf(job.number())), bytesPerSecondMax, 0, 0);
    }

    /** The part of a limit that is about what comes. */
    static SharedLimit of(Limit limit) {
        String name = limit.place().name();
        boolean isOfSite = name.equals(Limit.EVERYTHING);
        Subject subject = switch (limit.place().kind()) {
            case LINK -> isOfSite ? new Subject(Kind.SITE, "") : new Subject(Kind.LINK, name);
            case EXPORT -> new Subject(Kind.EXPORT, name);
            case NODE -> new Subject(Kind.NODE, name);
        };
        return new SharedLimit(subject, limit.inBytesPerSecondMax(), limit.streamsMax(), limit.filesMax());
    }

    /**
     * Names the limit of the rate for people, with the command that changes it.
     *
     * @param destination name of this site
     * @param part of one job at one node, in bytes/s
     */
    String text(String destination, long part) {
        String whole =
                part < bytesPerSecondMax ? ", of which this session has " + ByteRate.part(part, bytesPerSecondMax) : "";
        return "the rate limit of " + shown(destination) + ", " + ByteRate.limit(bytesPerSecondMax) + whole
                + " (change it: " + command() + (subject.kind() == Kind.JOB ? " --max-rate" : " --max-rate-in")
                + " RATE)";
    }

    /** The same of the files under way at once; the part is of one session. */
    String filesText(String destination, int part) {
        String whole = part < filesMax ? ", of which this session has " + part : "";
        return "the limit of active files of " + shown(destination) + ", " + filesMax + whole + " (change it: "
                + command() + " --max-active-files N)";
    }

    private String shown(String destination) {
        return switch (subject.kind()) {
            case JOB -> "the job";
            case LINK -> "the link " + subject.name() + " to " + destination;
            case SITE -> "everything that comes to " + destination;
            case EXPORT -> "the export " + subject.name();
            case NODE -> "the node node-" + subject.name();
        };
    }

    private String command() {
        return "bdm-client "
                + switch (subject.kind()) {
                    case JOB -> "set job-" + subject.name();
                    case LINK -> "limit set link " + subject.name();
                    case SITE -> "limit set link '*'";
                    case EXPORT -> "limit set export " + subject.name();
                    case NODE -> "limit set node node-" + subject.name();
                };
    }
}
