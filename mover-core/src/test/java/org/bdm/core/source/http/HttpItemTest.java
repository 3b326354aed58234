package org.bdm.core.source.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bdm.core.block.ByteRange;
import org.bdm.core.block.RangeSet;
import org.junit.jupiter.api.Test;

class HttpItemTest {
    @Test
    void wantOfNoRangesIsTheWholeFileAndWhatHasComeIsNotWantedAgain() {
        assertThat(UnaskedNodes.wanted(100, List.of(), "https://a.org/f.nc").rangesOfBytes())
                .containsExactly(new ByteRange(0, 100));
        assertThat(UnaskedNodes.wanted(0, List.of(), "https://a.org/f.nc").rangesOfBytes())
                .isEmpty();
        HttpItem item = new HttpItem(UnaskedNodes.wanted(100, List.of(), "https://a.org/f.nc"));
        item.arrived(new ByteRange(20, 30));
        RangeSet left = new RangeSet();
        item.addLeftOf(new ByteRange(0, 20), left);
        assertThat(left.ranges()).containsExactly(new ByteRange(0, 20));
        item.addLeftOf(new ByteRange(40, 40), left);
        assertThat(left.ranges()).containsExactly(new ByteRange(0, 20), new ByteRange(50, 30));
        assertThat(item.isComplete()).isFalse();
        item.arrived(new ByteRange(0, 20));
        item.arrived(new ByteRange(50, 50));
        assertThat(item.isComplete()).isTrue();
    }
}
