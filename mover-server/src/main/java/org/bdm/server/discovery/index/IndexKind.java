package org.bdm.server.discovery.index;

/** In which language an index is asked. */
public enum IndexKind {
    /** ESGF 1.0: {@code esg-search}, a Solr behind a servlet; the address is that of {@code .../esg-search/search}. */
    ESG_SEARCH,
    /** ESGF 1.5: imitates {@code esg-search}, but refuses what it does not know and deep offsets. */
    BRIDGE,
    /** ESGF 1.5: Globus Search itself; the address is that of {@code .../v1/index/<uuid>}. */
    GLOBUS_SEARCH,
    /** ESGF-NG: a STAC API; the address is that of its landing page. */
    STAC,
    /** Catalog of one data node, InvCatalog 1.0; the address is that of a catalog in XML. */
    THREDDS
}
