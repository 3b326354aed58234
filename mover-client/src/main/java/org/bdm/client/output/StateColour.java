package org.bdm.client.output;

/** The colour of a state on a terminal: how it ended, or whether it needs a look. */
final class StateColour {
    private static final String GREEN = "32";
    private static final String RED = "31";
    private static final String YELLOW = "33";
    private static final String BLUE = "34";

    private StateColour() {}

    /** The text with the colour of the state that its first word is; as it is for other words. */
    static String of(String text) {
        String word = text.strip().split("[ ,:]", 2)[0];
        String code = switch (word) {
            case "SUCCEEDED", "DONE", "VERIFIED", "REACHABLE", "APPROVED", "ACCEPTED", "OK", "available" -> GREEN;
            case "FAILED", "PARTIAL", "DAMAGED", "DISPUTED", "UNREACHABLE", "REJECTED", "PROBLEM", "missing" -> RED;
            case "PAUSED",
                    "WAITING",
                    "CANCELLED",
                    "RETRACTED",
                    "SUPERSEDED",
                    "OPEN",
                    "UNVERIFIED",
                    "READ",
                    "CHANGED",
                    "ADVICE" -> YELLOW;
            case "ACTIVE", "PLANNING", "QUEUED", "PENDING", "VERIFYING" -> BLUE;
            default -> "";
        };
        return code.isEmpty() ? text : text.replaceFirst(word, "\u001b[" + code + "m" + word + "\u001b[0m");
    }
}
