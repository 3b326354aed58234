package org.bdm.server.attention;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says a request as a button does, and where in the web UI a person sees what it shows. */
final class RemedyWords {
    private static final String API = "/api/v1";

    private RemedyWords() {}

    static String label(Remedy remedy) {
        String path = remedy.path();
        String last = path.substring(path.lastIndexOf('/') + 1);
        return switch (remedy.method()) {
            case "GET" -> path.endsWith("/doctor") ? "Check this host" : "Look at it";
            case "DELETE" -> deletion(path);
            default -> change(path, last);
        };
    }

    private static String deletion(String path) {
        if (path.endsWith("/ban")) return "Lift the ban";
        if (path.contains("/nodes/")) return "Remove the node";
        return path.contains("/jobs/") ? "Delete the job" : "Remove it";
    }

    private static String change(String path, String last) {
        return switch (last) {
            case "acknowledgement" -> "Acknowledge";
            case "apply" -> "Apply the plan";
            case "backups" -> "Make a backup";
            case "confirm" -> "Confirm the version";
            case "jobs" -> "Repair the files";
            case "verifications" -> "Verify the files";
            default -> verb(last) + " the " + thing(path);
        };
    }

    private static String verb(String last) {
        return last.substring(0, 1).toUpperCase(Locale.ROOT) + last.substring(1);
    }

    private static String thing(String path) {
        if (path.contains("/hooks/")) return "hook";
        return path.contains("/subscriptions/") ? "subscription" : "job";
    }

    /** Returns the address of what a request reads; null for a request that changes something. */
    static @Nullable String page(Remedy remedy) {
        if (!remedy.method().equals("GET")) return null;
        String path = remedy.path().substring(API.length());
        if (path.startsWith("/holdings/history")) return "/holdings"; // no page has it
        if (path.startsWith("/purges/")) return "/holdings" + path;
        if (path.startsWith("/disputes/")) return "/datasets?tab=disputes";
        if (path.equals("/doctor")) return "/settings?tab=doctor";
        return path.equals("/scrub") ? "/holdings?tab=scrub" : path;
    }
}
