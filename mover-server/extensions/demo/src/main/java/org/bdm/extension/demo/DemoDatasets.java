package org.bdm.extension.demo;

import java.util.ArrayList;
import java.util.List;
import org.bdm.server.demo.DemoSettings;

/** Draws dataset versions: model by experiment by variable, now and then with an older version that was replaced or retracted. */
final class DemoDatasets {
    private static final int PERCENT_OLDER = 8;
    private static final long MIB = 1L << 20;

    private final DemoChance chance;
    private final int wanted;
    private final List<DemoDataset> all = new ArrayList<>();

    private DemoDatasets(DemoSettings settings) {
        this.chance = new DemoChance(settings.seed(), "datasets");
        this.wanted = settings.size().datasets();
    }

    /** Returns them in the order of their numbers. */
    static List<DemoDataset> of(DemoSettings settings) {
        DemoDatasets made = new DemoDatasets(settings);
        for (int at = 0; made.all.size() < made.wanted; at++) made.add(at);
        return made.all;
    }

    private void add(int at) {
        if (at % 10 == 3) addOfCmip7(at);
        else if (at % 10 == 7) addOfCordex(at);
        else addOfCmip6(at);
    }

    private void addOfCmip6(int at) {
        int models = DemoNames.MODELS.size();
        int variables = DemoNames.VARIABLES.size();
        String[] model = DemoNames.MODELS.get(at % models).split(" ");
        String[] variable = DemoNames.VARIABLES.get(at / models % variables).split(" ");
        int round = at / models / variables;
        String[] experiment =
                DemoNames.EXPERIMENTS.get(round % DemoNames.EXPERIMENTS.size()).split(" ");
        String member = model[2].replaceFirst("r[0-9]+", "r" + (1 + round / DemoNames.EXPERIMENTS.size()));
        String name = String.join(
                ".",
                "CMIP6",
                experiment[0],
                model[0],
                model[1],
                experiment[1],
                member,
                variable[0],
                variable[1],
                model[3]);
        String file = String.join("_", variable[1], variable[0], model[1], experiment[1], member, model[3]);
        versions("CMIP6", name, file, variable[0].equals("fx"));
    }

    private void addOfCmip7(int at) {
        String[] model =
                DemoNames.MODELS_7.get(at / 10 % DemoNames.MODELS_7.size()).split(" ");
        String[] variable = DemoNames.VARIABLES_7
                .get(at / 50 % DemoNames.VARIABLES_7.size())
                .split(" ");
        String experiment =
                List.of("historical", "piControl", "esm-hist", "scen7-m").get(at / 250 % 4);
        String member = "r" + (1 + at / 1000) + "i1p1f1";
        String name = String.join(
                ".",
                "MIP-DRS7",
                "CMIP7",
                "CMIP",
                model[0],
                model[1],
                experiment,
                member,
                "glb",
                variable[0],
                variable[1],
                variable[2],
                "g99");
        String file =
                String.join("_", variable[1], variable[2], variable[0], "glb", "g99", model[1], experiment, member);
        versions("CMIP7", name, file, false);
    }

    private void addOfCordex(int at) {
        String[] model =
                DemoNames.REGIONAL.get(at / 10 % DemoNames.REGIONAL.size()).split(" ");
        String domain = DemoNames.DOMAINS.get(at / 40 % DemoNames.DOMAINS.size());
        String variable = DemoNames.REGIONAL_VARIABLES.get(at / 200 % DemoNames.REGIONAL_VARIABLES.size());
        String experiment =
                List.of("evaluation", "historical", "ssp126", "ssp370").get(at / 1600 % 4);
        String name = String.join(
                ".",
                "CORDEX-CMIP6",
                "DD",
                domain,
                model[0],
                "MPI-ESM1-2-HR",
                experiment,
                "r1i1p1f1",
                model[1],
                model[2],
                "day",
                variable);
        String file = String.join(
                "_", variable, domain, "MPI-ESM1-2-HR", experiment, "r1i1p1f1", model[0], model[1], model[2], "day");
        versions("CORDEX-CMIP6", name, file, false);
    }

    /** One version, or an older one and the one that took its place. */
    private void versions(String project, String name, String file, boolean isFixed) {
        String newest = name + ".v" + (20200101 + 10000 * chance.below(6) + 100 * chance.below(12) + chance.below(28));
        boolean hasOlder = chance.in(PERCENT_OLDER) && all.size() + 1 < wanted;
        if (hasOlder) {
            add(project, name + ".v" + (20190101 + 100 * chance.below(12) + chance.below(28)), file, isFixed, newest);
        }
        add(project, newest, file, isFixed, "");
    }

    private void add(String project, String id, String file, boolean isFixed, String newer) {
        int files = isFixed ? 1 : 2 + chance.below(9);
        long most = isFixed ? 4 * MIB : chance.in(15) ? 2_000 * MIB : 400 * MIB;
        List<DemoDataset.Part> parts = new ArrayList<>();
        for (int part = 0; part < files; part++) {
            String years = isFixed ? "" : "_" + (1850 + part * 15) + "01-" + (1864 + part * 15) + "12";
            parts.add(new DemoDataset.Part(file + years + ".nc", chance.size(MIB / 2, most), chance.digest()));
        }
        boolean isRetracted = newer.isEmpty() ? chance.in(1) : chance.in(40);
        int held = chance.in(65) ? files : chance.in(30) ? chance.below(files) : 0;
        all.add(new DemoDataset(all.size() + 1, id, project, id.replace('.', '/'), parts, isRetracted, newer, held));
    }
}
