package org.bdm.client;

/** Messages as a server sends them, also with what this version does not know. */
public final class Recorded {
    private Recorded() {}

    public static String job(String state) {
        return job(state, "");
    }

    /** More members begin with a comma. */
    public static String job(String state, String more) {
        boolean ended = !state.equals("ACTIVE") && !state.equals("PAUSED") && !state.equals("QUEUED");
        return """
                {"id":"job-7","label":"tas","kind":"TREE","owner":"admin","state":"%s",
                 "source":"bdm://a/data/cmip6","destination":"bdm://b/replica/cmip6","priority":3,
                 "createdAt":"2026-11-20T10:00:00Z","startedAt":"2026-11-20T10:00:01Z",%s
                 "listingComplete":true,
                 "files":{"total":4,"pending":1,"active":0,"verifying":0,"waiting":0,"done":2,"skipped":0,"failed":1,"cancelled":0},
                 "bytes":{"total":4000,"moved":2000,"durable":2000,"skipped":0,"failed":1000,"resent":64},
                 "rate":{"bytesPerSecond":1048576,"filesPerSecond":1.5},
                 "estimate":{"p10":"2026-11-20T10:01:00Z","p50":"2026-11-20T10:02:00Z","p90":null},
                 "limitedBy":"network","verify":"stream","dataSecurity":"tls","notKnownYet":[1,2]%s}
                """.formatted(state, ended ? "\"endedAt\":\"2026-11-20T10:03:00Z\"," : "", more);
    }

    public static String problem(int status, String code) {
        return """
                {"type":"about:blank","title":"x","status":%d,"detail":"the detail","code":"%s","kind":"BAD_REQUEST","advice":"the advice"}
                """.formatted(status, code);
    }

    public static String page(String... items) {
        return "{\"items\":[" + String.join(",", items) + "],\"nextCursor\":null}";
    }
}
