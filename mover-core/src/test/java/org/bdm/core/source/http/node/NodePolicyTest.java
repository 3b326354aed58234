package org.bdm.core.source.http.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.bdm.core.replica.NodePreference;
import org.junit.jupiter.api.Test;

class NodePolicyTest {
    @Test
    void policyChangesOneThingAtATimeAndNeverShowsItsSecrets() {
        NodePolicy policy = NodePolicy.NONE
                .connections(3)
                .preference(NodePreference.LAST)
                .extraCa("ca pem")
                .client("client pem")
                .token("a secret token")
                .plainToken(true)
                .plainHttp(true)
                .patience(Duration.ofHours(1))
                .tape(TapePolicy.USUAL.window(7));
        assertThat(policy)
                .isEqualTo(new NodePolicy(
                        3,
                        NodePreference.LAST,
                        Optional.of("ca pem"),
                        Optional.of("client pem"),
                        Optional.of("a secret token"),
                        true,
                        true,
                        Duration.ofHours(1),
                        TapePolicy.USUAL.window(7)));
        assertThat(policy.toString())
                .contains("connectionsMax=3", "token=true")
                .doesNotContain("secret")
                .doesNotContain("pem");
    }
}
