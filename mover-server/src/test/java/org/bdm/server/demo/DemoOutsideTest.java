package org.bdm.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.id.SiteName;
import org.bdm.server.campaign.PeerGrants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DemoOutsideTest {
    private final DemoOutside outside = new DemoOutside();

    @Test
    @Tag("U14")
    void theSitesOfTheStoriesOfferTreesToReadAndNobodyIsAsked() {
        assertThat(new PeerGrants(outside).of(new SiteName("ceda")).read()).containsExactly("cmip");
        assertThatThrownBy(() -> outside.call(new SiteName("ceda"), "jobs.submit", new byte[0]))
                .hasMessageContaining(DemoOutside.SENTENCE);
    }
}
