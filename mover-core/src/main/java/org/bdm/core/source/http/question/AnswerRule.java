package org.bdm.core.source.http.question;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.bdm.core.fault.ErrorCode;
import org.bdm.core.source.http.node.CopyTrouble.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The rule book for answers of data nodes: what each status means for the copy that was asked. docs/http-sources.md has it as a table, which a
 * test compares with this. An answer that may pass ends nothing.
 */
enum AnswerRule {
    DATA(null, null, 200, 206, 416),
    STAGED(Kind.STAGED, ErrorCode.BEING_STAGED, withoutContent()),
    REDIRECT(null, null, 301, 302, 303, 307, 308),
    LOGIN(Kind.COPY, ErrorCode.LOGIN_NEEDED, 401, 407, 511),
    REFUSED(Kind.REFUSED, ErrorCode.LOGIN_NEEDED, 403),
    MISSING(Kind.NOT_FOUND, ErrorCode.SOURCE_NOT_FOUND, 404, 410),
    OFFLINE(Kind.OFFLINE, ErrorCode.NOT_DATA, 415),
    BUSY(Kind.BUSY, ErrorCode.DATA_NODE_BUSY, 429, 503, 509, 529),
    PASSING(Kind.FILE, ErrorCode.DATA_NODE_UNREACHABLE, passing()),
    FINAL(Kind.COPY, ErrorCode.NOT_DATA);

    private final @Nullable Kind kind;
    private final @Nullable ErrorCode code;
    private final List<Integer> statuses;

    AnswerRule(@Nullable Kind kind, @Nullable ErrorCode code, int... statuses) {
        this.kind = kind;
        this.code = code;
        this.statuses = Arrays.stream(statuses).boxed().toList();
    }

    /** All that is neither content nor a refusal: some programs make an empty file of it. */
    private static int[] withoutContent() {
        return IntStream.rangeClosed(201, 299).filter(status -> status != 206).toArray();
    }

    /** A request that came at a bad moment, and all that a server or a proxy before it could not do now. */
    private static int[] passing() {
        Set<Integer> others = Set.of(501, 503, 505, 509, 511, 529);
        return IntStream.concat(IntStream.of(408, 421, 423, 425), IntStream.rangeClosed(500, 599))
                .filter(status -> !others.contains(status))
                .toArray();
    }

    /** Returns the rule for a status; that which ends a copy for every status that has none of its own. */
    static AnswerRule of(int status) {
        return Arrays.stream(values())
                .filter(rule -> rule.statuses.contains(status))
                .findFirst()
                .orElse(FINAL);
    }

    /** Returns the kind of trouble of the copy; null where the answer itself tells. */
    @Nullable Kind kind() {
        return kind;
    }

    /** The code of the file if no other copy has it; null where the answer itself tells. */
    @Nullable ErrorCode code() {
        return code;
    }

    /** Returns the statuses as the table in the documentation writes them. */
    String shown() {
        if (this == FINAL) return "all others";
        if (this == STAGED) return "202, other 2xx";
        if (this == PASSING) return "408, 421, 423, 425, other 5xx";
        return String.join(", ", statuses.stream().map(String::valueOf).toList());
    }
}
