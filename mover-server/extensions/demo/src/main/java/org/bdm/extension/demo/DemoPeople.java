package org.bdm.extension.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bdm.server.demo.DemoSettings;
import org.bdm.server.site.access.Role;
import org.jspecify.annotations.Nullable;

/** Writes users, tokens, hooks, and what was acknowledged. Nobody has the passwords and secrets: the token of the home logs in. */
final class DemoPeople {
    /** A hook that is due then contacts nobody while the demo runs. */
    private static final Instant NEVER = Instant.parse("2100-01-01T00:00:00Z");

    /** Of a password that nobody knows. */
    private static final String NO_PASSWORD =
            "$argon2id$v=19$m=19456,t=2,p=1$ZGVtby1kZW1vLWRlbW8tMQ$" + "bm9ib2R5a25vd3N0aGVwYXNzd29yZG9mdGhpc3VzZXI";

    private static final List<String> USERS = List.of(
            "ann OPERATOR Ann Archer",
            "ben SUBMITTER Ben Bauer",
            "carla ADMIN Carla Conti",
            "dana REQUESTER Dana Dupont",
            "eli READER Eli Evans");

    private final DemoRows rows;
    private final DemoChance chance;
    private final Instant now;

    DemoPeople(DemoRows rows, DemoSettings settings) {
        this.rows = rows;
        this.chance = new DemoChance(settings.seed(), "people");
        this.now = settings.now();
    }

    /**
     * Writes them.
     *
     * @param failed jobs that ended with failures
     */
    void write(List<DemoJob> failed) {
        for (int at = 0; at < USERS.size(); at++)
            writeUser(at + 1, USERS.get(at).split(" ", 3));
        writeToken("METRICS", "prometheus", null);
        writeToken("SUBMITTER", "nightly cron", now.plus(Duration.ofDays(200)));
        writeToken("READER", "dashboard", now.minus(Duration.ofDays(3)));
        writeHooks();
        List<DemoJob> known = failed.subList(Math.max(0, failed.size() - 6), Math.max(0, failed.size() - 3));
        for (DemoJob job : known) {
            rows.add(
                    "acknowledgement (item, code, cause_at, acknowledged_by, acknowledged_at, ends_at, note)",
                    "failed-job-" + job.number(),
                    job.trouble().code(),
                    now,
                    "carla",
                    now.minus(Duration.ofDays(2)),
                    now.plus(Duration.ofDays(60)),
                    "known: asked the operator of " + job.from());
        }
        rows.numbersGoOn("site_user", "user_no");
        rows.numbersGoOn("token", "token_no");
    }

    private void writeUser(int number, String[] user) {
        Instant created = now.minus(Duration.ofDays(150 - 20L * number));
        rows.add(
                "site_user (user_no, name, password_hash, role, shown_name, email, is_disabled, created_at, password_changed_at)",
                number,
                user[0],
                NO_PASSWORD,
                Role.valueOf(user[1]).name(),
                user[2],
                user[0] + "@demo.example",
                number == USERS.size(),
                created,
                created);
        if (number == USERS.size()) return;
        rows.add(
                "token (secret_sha256, role, owner, created_at, user_no)",
                chance.digest(),
                user[1],
                user[0],
                created,
                number);
    }

    private void writeToken(String role, String owner, @Nullable Instant expires) {
        rows.add(
                "token (secret_sha256, role, owner, created_at, expires_at, revoked_at)",
                chance.digest(),
                role,
                owner,
                now.minus(Duration.ofDays(80)),
                expires,
                null);
    }

    /** They have delivered everything that will ever be, so that nothing is sent. */
    private void writeHooks() {
        String hook =
                "hook (name, target, events, label_start, secret, created_by, created_at, delivered_event, delivered_ms,"
                        + " failures, failed_ms, next_ms, failure)";
        long soon = now.minus(Duration.ofMinutes(11)).toEpochMilli();
        rows.add(
                hook,
                "chat",
                "https://chat.demo.example/hooks/bdm",
                "FAILED,PARTIAL",
                "",
                chance.hex(),
                "carla",
                now.minus(Duration.ofDays(50)),
                Long.MAX_VALUE / 2,
                soon,
                0,
                0L,
                0L,
                "");
        rows.add(
                hook,
                "publisher",
                "https://publish.demo.example/done",
                "SUCCEEDED",
                "campaign-",
                chance.hex(),
                "ann",
                now.minus(Duration.ofDays(20)),
                Long.MAX_VALUE / 2,
                soon,
                3,
                soon,
                NEVER.toEpochMilli(),
                "the address answered 503");
    }
}
