package org.bdm.core.bottleneck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.bdm.core.source.SourceLoad;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stage that queues is named, with the numbers that show it; without queues here the source decides. */
class BottleneckJudgeTest {
    private static final long MIB = 1L << 20;

    private long cap;
    private long hashBacklog;
    private double hashBusy;
    private long diskBacklog;
    private double diskBusy;
    private double processors;
    private double needed;
    private double others;
    private int active = 4;
    private int finishing;
    private boolean isFull = true;
    private Optional<SourceLoad> source = Optional.of(source(0.1, 0.02, 0.9, 0));

    private static SourceLoad source(double reading, double computing, double sending, double pacing) {
        return new SourceLoad(1, reading, computing, sending, pacing, 0.2, 40_000, 0);
    }

    private Bottleneck judged() {
        return BottleneckJudge.judge(new Pressure(
                cap,
                hashBacklog,
                hashBusy,
                2,
                diskBacklog,
                diskBusy,
                processors,
                needed,
                others,
                2,
                active,
                finishing,
                100 * MIB,
                2,
                isFull,
                source));
    }

    @Test
    void aSourceWithoutAConnectionIsNotSaidToAnswer() {
        Pressure without = new Pressure(0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, false, Optional.empty());
        assertThat(BottleneckJudge.judge(without))
                .isEqualTo(new Bottleneck("source", "the source: no connection to it is open"));
    }

    @Test
    @Tag("U4")
    void aMachineThatIsBusyWithOtherProgramsIsNamedAndNotThisProcess() {
        processors = 0.03;
        needed = 1;
        others = 0.95;
        assertThat(judged().stage()).isEqualTo("host");
        assertThat(judged().text())
                .isEqualTo("other programs on this machine: they use 95 % of its processors, its own process 3 %");
        processors = 0.6;
        others = 0.35;
        assertThat(judged().stage()).as("it has more than the others").isEqualTo("cpu");
        processors = 0.95;
        others = 0.99;
        assertThat(judged().stage()).as("bound to few processors").isEqualTo("cpu");
        processors = 0.03;
        needed = 0.1;
        assertThat(judged().stage()).as("it waits for none").isEqualTo("network");
    }

    @Test
    void sourceThatReadsMostOfTheTimeIsLimitedByItsDisk() {
        source = Optional.of(source(0.9, 0.02, 0.05, 0));
        assertThat(judged().stage()).isEqualTo("source disk");
        assertThat(judged().text()).contains("the disk of the source: it reads for 93 % of the time");
    }

    @Test
    void sourceWhoseProcessorsAreBusyIsLimitedByItsCpu() {
        source = Optional.of(new SourceLoad(1, 0.9, 0.05, 0.05, 0, 0.97, 0, 0));
        assertThat(judged().stage()).isEqualTo("source cpu");
        assertThat(judged().text()).contains("97 %");
        source = Optional.of(source(0.2, 0.6, 0.1, 0));
        assertThat(judged().stage()).isEqualTo("source cpu");
    }

    @Test
    void sourceThatWaitsToSendIsLimitedByTheNetworkWithItsRoundTripAndLosses() {
        assertThat(judged().stage()).isEqualTo("network");
        assertThat(judged().text()).contains("838.9 Mbit/s", "round trip 40.0 ms", "no packets are lost");
        source = Optional.of(new SourceLoad(2, 0.1, 0, 1.8, 0, 0.2, 40_000, 0.0123));
        assertThat(judged().text()).contains("1.23 % of the packets are sent again");
    }

    @Test
    void sourceThatWaitsForRequestsIsLimitedByTheRoundTripOfALongPath() {
        source = Optional.of(source(0.05, 0, 0.05, 0));
        assertThat(judged().stage()).isEqualTo("network");
        assertThat(judged().text()).contains("the round trip of the network, 40.0 ms");
    }

    @Test
    void sourceNearByThatWaitsForRequestsIsLimitedByTheWorkForEachFile() {
        source = Optional.of(new SourceLoad(1, 0.05, 0, 0.05, 0, 0.2, 100, 0));
        isFull = false;
        assertThat(judged().stage()).isEqualTo("place");
    }

    @Test
    void whatQueuesAtTheDestinationComesFirst() {
        diskBacklog = 30 * MIB;
        diskBusy = 1.9;
        assertThat(judged().stage()).isEqualTo("disk");
        assertThat(judged().text()).contains("the disk of the destination: 30 MiB", "1.9 threads");
        diskBacklog = 2 * MIB;
        hashBacklog = 40 * MIB;
        hashBusy = 1.9;
        assertThat(judged().stage()).isEqualTo("hash");
        assertThat(judged().text()).contains("40 MiB wait to be hashed");
        hashBacklog = 0;
        finishing = 9;
        assertThat(judged().stage()).isEqualTo("place");
    }

    @Test
    void bytesThatWaitForThoseBeforeThemAreNotHashing() {
        hashBacklog = 40 * MIB;
        hashBusy = 0.4;
        assertThat(judged().stage()).isEqualTo("network");
        diskBacklog = 30 * MIB;
        diskBusy = 0.2;
        assertThat(judged().stage()).isEqualTo("network");
    }

    @Test
    void busyProcessorsOfTheDestinationAreNamedWithHashingIfThatIsMostOfIt() {
        processors = 0.97;
        diskBacklog = 30 * MIB;
        hashBusy = 0.8;
        diskBusy = 0.5;
        assertThat(judged().stage()).isEqualTo("hash");
        assertThat(judged().text()).contains("hashing at the destination", "97 % of 2 processors");
        hashBusy = 0.1;
        assertThat(judged().stage()).isEqualTo("cpu");
    }

    @Test
    void waitingForProcessorsIsNamedInsteadOfTheNetworkAndNotInsteadOfADisk() {
        needed = 0.95;
        hashBusy = 0.6;
        assertThat(judged().stage()).isEqualTo("hash");
        assertThat(judged().text()).contains("95 % of 2 processors");
        hashBusy = 0;
        assertThat(judged().stage()).isEqualTo("cpu");
        source = Optional.of(source(0.9, 0, 0.05, 0));
        assertThat(judged().stage()).isEqualTo("source disk");
        diskBacklog = 30 * MIB;
        diskBusy = 1;
        assertThat(judged().stage()).isEqualTo("disk");
    }

    @Test
    void rateThatWasSetIsNamedWhateverElseIsSlow() {
        cap = 10 * MIB;
        diskBacklog = 30 * MIB;
        assertThat(judged().stage()).isEqualTo("rate");
    }

    /** A third of 100 MB/s was typed by nobody. */
    @Test
    @Tag("U3")
    void partOfALimitThatASessionHasIsNotShownAsIfItWereTyped() {
        cap = 33_333_333;
        assertThat(judged().text()).isEqualTo("the rate limit of this session, 266.7 Mbit/s");
    }

    @Test
    void sourceThatTellsNothingIsNotToldFromTheNetwork() {
        source = Optional.empty();
        assertThat(judged().stage()).isEqualTo("network");
        assertThat(judged().text()).contains("which does not tell");
        isFull = false;
        assertThat(judged().stage()).isEqualTo("source");
    }
}
