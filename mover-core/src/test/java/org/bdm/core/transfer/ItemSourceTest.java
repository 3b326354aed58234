package org.bdm.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.bdm.core.fault.ErrorCode;
import org.bdm.core.fault.MoverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemSourceTest {
    private static final Endpoint TREE = Endpoint.parse("bdm://there/out/CMIP6/a%20b");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bdm://there/out/CMIP6/a%20b",
                "https://node.example/a b.nc",
                "HTTP://node.example/a.nc",
                "sites: bdm://there/out/a.nc",
                "nowhere: no index names a node"
            })
    void whatIsKeptIsReadBackToTheLetter(String text) {
        ItemSource source = ItemSource.kept(text);
        assertThat(source.text()).isEqualTo(text);
        assertThat(source).isEqualTo(ItemSource.kept(source.text())).hasSameHashCodeAs(ItemSource.kept(text));
    }

    @Test
    void eachKindSaysWhatItAloneKnows() {
        assertThat(ItemSource.kept(TREE.toString())).isEqualTo(new ItemSource.AtSite(TREE));
        assertThat(new ItemSource.AtSite(TREE).endpoint()).isEqualTo(TREE);
        assertThat(((ItemSource.AtDataNode) ItemSource.kept("https://Node.example:443/a b.nc")).node())
                .isEqualTo("node.example");
        assertThat(ItemSource.kept("sites: " + TREE)).isEqualTo(new ItemSource.AtPairedSites(TREE.toString()));
        assertThat(ItemSource.kept("sites: " + TREE).shown()).isEqualTo(TREE.toString());
        assertThat(ItemSource.kept("nowhere: it is gone")).isEqualTo(new ItemSource.Nowhere("it is gone"));
    }

    @Test
    void onlyFilesThatSeveralMayHaveAreOfCopies() {
        assertThat(ItemSource.kept("https://node.example/a.nc")).isInstanceOf(ItemSource.OfCopies.class);
        assertThat(ItemSource.kept("sites: " + TREE)).isInstanceOf(ItemSource.OfCopies.class);
        assertThat(ItemSource.kept(TREE.toString())).isNotInstanceOf(ItemSource.OfCopies.class);
        assertThat(ItemSource.kept("nowhere: it is gone")).isNotInstanceOf(ItemSource.OfCopies.class);
    }

    @Test
    void personNamesASiteInAnyFormAndADataNodeAsItWasPublished() {
        assertThat(ItemSource.named("bdm://there/out/CMIP6/a b/")).isEqualTo(new ItemSource.AtSite(TREE));
        assertThat(ItemSource.named("https://node.example/a b.nc").text()).isEqualTo("https://node.example/a b.nc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sites: bdm://there/out/a.nc", "nowhere: it is gone", "/data/a.nc", "s3://bucket/a.nc"})
    void personCannotNameWhatOnlyTheCatalogKeeps(String address) {
        assertThatThrownBy(() -> ItemSource.named(address))
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void jobOfAFormerVersionIsReadThoughItsPathIsNoLongerAllowed() {
        ItemSource old = ItemSource.kept("bdm://there/out/a/../b");
        assertThat(old.text()).isEqualTo("bdm://there/out/a/../b");
        assertThatThrownBy(() -> ((ItemSource.AtSite) old).endpoint())
                .isInstanceOfSatisfying(
                        MoverException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH));
    }
}
