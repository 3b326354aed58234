import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages } from './Menu';
import { usePaletteFinds } from './palette-finds';
import { PALETTE_VERBS } from './palette-verbs';

const PROMPT = 'Page, action, or name of a job, site, dataset, data node, …';

/** Opens with Ctrl K: goes to a page, to what is done there, or to a thing by its name or id. */
export function Palette() {
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const navigate = useNavigate();
  const router = useRouter();
  const groups = usePages();
  const seen = new Set(groups.flatMap(({ pages }) => pages.map(({ to }) => to)));
  const pages: SpotlightActionGroupData = {
    group: 'Pages',
    actions: groups.flatMap((group) =>
      group.pages.map((page) => ({
        id: page.to,
        label: page.label,
        keywords: page.words ?? '',
        onClick: () => void navigate({ to: page.to }),
      })),
    ),
  };
  const verbs: SpotlightActionGroupData = {
    group: 'Actions',
    actions:
      text.trim() === ''
        ? []
        : PALETTE_VERBS.filter(({ to }) => seen.has(to)).map(({ label, to, search, words }) => ({
            id: `verb ${label}`,
            label,
            keywords: words,
            onClick: () => void navigate({ to, search: (search ?? {}) as never }),
          })),
  };
  const things = usePaletteFinds(seen.has('/jobs') ? wanted : '').map(({ group, finds }) => ({
    group,
    actions: finds.map(({ id, label, description, address }) => ({
      id,
      label,
      description,
      keywords: wanted,
      onClick: () => router.history.push(address),
    })),
  }));
  return (
    <Spotlight
      shortcut={['mod + K']}
      actions={[pages, verbs, ...things].filter(({ actions }) => actions.length > 0)}
      query={text}
      onQueryChange={setText}
      nothingFound="Nothing has this name; datasets are found by how their name begins"
      searchProps={{ placeholder: PROMPT, 'aria-label': PROMPT }}
      lockScroll={false}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}
