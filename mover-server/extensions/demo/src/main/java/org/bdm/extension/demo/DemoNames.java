package org.bdm.extension.demo;

import java.util.List;

/** The vocabulary of the made-up datasets: who made what, and how it is named. */
final class DemoNames {
    /** Activity and experiment of CMIP6. */
    static final List<String> EXPERIMENTS = List.of(
            "CMIP historical",
            "CMIP piControl",
            "CMIP abrupt-4xCO2",
            "CMIP 1pctCO2",
            "CMIP amip",
            "ScenarioMIP ssp126",
            "ScenarioMIP ssp245",
            "ScenarioMIP ssp370",
            "ScenarioMIP ssp585",
            "DAMIP hist-nat",
            "DAMIP hist-GHG",
            "HighResMIP hist-1950",
            "OMIP omip1",
            "LS3MIP land-hist",
            "DCPP dcppA-hindcast");

    /** Institution, model, variant and grid of CMIP6. */
    static final List<String> MODELS = List.of(
            "MPI-M MPI-ESM1-2-LR r1i1p1f1 gn",
            "MPI-M MPI-ESM1-2-HR r1i1p1f1 gn",
            "AWI AWI-CM-1-1-MR r1i1p1f1 gn",
            "IPSL IPSL-CM6A-LR r1i1p1f1 gr",
            "CNRM-CERFACS CNRM-CM6-1 r1i1p1f2 gr",
            "CNRM-CERFACS CNRM-ESM2-1 r1i1p1f2 gr",
            "MOHC UKESM1-0-LL r1i1p1f2 gn",
            "MOHC HadGEM3-GC31-LL r1i1p1f3 gn",
            "EC-Earth-Consortium EC-Earth3 r1i1p1f1 gr",
            "NCC NorESM2-LM r1i1p1f1 gn",
            "NCAR CESM2 r4i1p1f1 gn",
            "NOAA-GFDL GFDL-ESM4 r1i1p1f1 gr1",
            "NASA-GISS GISS-E2-1-G r1i1p1f1 gn",
            "CSIRO ACCESS-ESM1-5 r1i1p1f1 gn",
            "MIROC MIROC6 r1i1p1f1 gn",
            "MRI MRI-ESM2-0 r1i1p1f1 gn",
            "CMCC CMCC-ESM2 r1i1p1f1 gn",
            "CCCma CanESM5 r1i1p1f1 gn",
            "BCC BCC-CSM2-MR r1i1p1f1 gn",
            "KIOST KIOST-ESM r1i1p1f1 gr1");

    /** Table and variable of CMIP6. */
    static final List<String> VARIABLES = List.of(
            "Amon tas",
            "Amon pr",
            "Amon psl",
            "Amon rsdt",
            "Amon ua",
            "Amon zg",
            "day tasmax",
            "day tasmin",
            "day pr",
            "day huss",
            "day sfcWind",
            "6hrLev ta",
            "6hrLev hus",
            "3hr tos",
            "Omon thetao",
            "Omon so",
            "Omon tos",
            "Omon mlotst",
            "SImon siconc",
            "Lmon mrso",
            "Lmon gpp",
            "CFday clt",
            "AERmon od550aer",
            "fx orog");

    /** Model and institution of CMIP7. */
    static final List<String> MODELS_7 =
            List.of("MPI-M MPI-ESM2-1-LR", "IPSL IPSL-CM7-LR", "MOHC UKESM2-0-LL", "NCAR CESM3", "CSIRO ACCESS-ESM2-0");

    /** Frequency, variable and branding suffix of CMIP7. */
    static final List<String> VARIABLES_7 = List.of(
            "mon tas tavg-h2m-hxy-u",
            "mon pr tavg-u-hxy-u",
            "day tas tmax-h2m-hxy-u",
            "mon thetao tavg-ol-hxy-sea",
            "6hr ua tpt-al-hxy-u");

    /** Institution, regional model and version of CORDEX-CMIP6. */
    static final List<String> REGIONAL = List.of(
            "GERICS REMO2020-2-2 v1-r1",
            "CLMcom-Hereon ICON-CLM-202407-1-1 v1-r1",
            "KNMI RACMO23E v1-r1",
            "SMHI HCLIM43-ALADIN v1-r1");

    /** Domains of CORDEX. */
    static final List<String> DOMAINS = List.of("EUR-12", "EUR-11", "AFR-25", "NAM-12", "AUS-20i");

    /** Variables of CORDEX. */
    static final List<String> REGIONAL_VARIABLES =
            List.of("tas", "pr", "tasmax", "tasmin", "sfcWind", "hurs", "evspsbl", "psl");

    /** The data nodes; the first part names the site. */
    static final List<String> DATA_NODES = List.of(
            "esgf3.dkrz.example",
            "esgf.ceda.example",
            "vesg.ipsl.example",
            "esgf-data1.llnl.example",
            "esgf.nci.example",
            "esgf-data.liu.example",
            "esgf-node.ornl.example");

    /** Sites that take part; the first is this one unless the server has another name. */
    static final List<String> SITES = List.of("dkrz", "ceda", "ipsl", "llnl", "nci");

    private DemoNames() {}
}
