import { SegmentedControl, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { PageHead } from '../../components/page/PageHead';
import { Panel } from '../../components/page/Panel';
import { sessionQuery, useMay } from '../../lib/session';
import { countText } from '../../lib/units';
import { urlChoice, urlText, useUrlState } from '../../lib/url-state';
import { AskPanel } from './AskPanel';
import { DatasetSearch } from './DatasetSearch';
import { ListFile } from './ListFile';
import { NO_OPTIONS, optionsOf, OptionsPanel, type ChosenOptions } from './OptionsPanel';
import { PlaceBrowser } from './PlaceBrowser';
import { PlanPanel } from './PlanPanel';
import { useExports, useSites, type Draft } from './replicate-queries';
import classes from './ReplicatePage.module.css';
import {
  endpointOf,
  endpointText,
  linesOf,
  nameOf,
  searchOf,
  type SubmitJob,
  type What,
  type WishKind,
} from './wish';

const KINDS: readonly { value: WishKind; label: string }[] = [
  { value: 'tree', label: 'A tree or file' },
  { value: 'search', label: 'Search' },
  { value: 'ids', label: 'Dataset names' },
  { value: 'file', label: 'A list' },
];
const FIELDS = {
  from: urlChoice<WishKind>(['tree', 'search', 'ids', 'file'], 'tree'),
  source: urlText(),
  to: urlText(),
  ids: urlText(),
  q: urlText(),
};

/** What goes where and how, what that comes to, and the button: one page, in the order of reading. */
export function ReplicatePage() {
  const navigate = useNavigate();
  const site = useQuery(sessionQuery).data?.site ?? '';
  const maySubmit = useMay('submitter', 'operator');
  const [view, change] = useUrlState(FIELDS);
  const [isFile, setFile] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [options, setOptions] = useState<ChosenOptions>(NO_OPTIONS);
  const exports = useExports().data?.items ?? [];
  const sites = useSites().data?.items ?? [];
  const paired = sites.filter(({ local }) => !local).map(({ name }) => name);
  const what = whatOf({ ...view, isFile, chosen, draft });
  const destination = endpointOf(view.to);
  const wish =
    what === null || destination === null ? null : wishOf(what, endpointText(destination), options);
  const source = endpointOf(view.source);
  const deeper =
    view.from === 'tree' && source !== null && destination !== null && nameOf(source) !== nameOf(destination)
      ? nameOf(source)
      : '';
  return (
    <>
      <PageHead
        title="New replication"
        about={
          maySubmit
            ? 'Choose what goes where, look at the plan, submit.'
            : 'Choose what you need; somebody who may submit decides.'
        }
      />
      <div className={view.from === 'search' ? classes.stacked : classes.parts}>
        <Panel
          title="What"
          aside={
            <SegmentedControl
              size="xs"
              aria-label="What to replicate"
              data={[...KINDS]}
              value={view.from}
              onChange={(from) => change({ from: from as WishKind })}
            />
          }
        >
          {view.from === 'tree' && (
            <PlaceBrowser
              label="Source"
              description={`A directory or a file of this site or a paired one${pairedText(paired)}.`}
              value={view.source}
              onValue={(endpoint, file) => {
                setFile(file);
                change({ source: endpoint });
              }}
              ownSite={site}
              begins={exports}
              paired={paired}
              files
            />
          )}
          {view.from === 'search' && (
            <DatasetSearch
              typed={view.q}
              onTyped={(q) => change({ q })}
              chosen={chosen}
              onChosen={setChosen}
            />
          )}
          {view.from === 'ids' && (
            <Textarea
              label="Names, with or without version"
              description={`Separated by lines, spaces or commas. ${countText(linesOf(view.ids).length)} so far.`}
              placeholder="CMIP6.CMIP.IPSL.IPSL-CM6A-LR.historical.r1i1p1f1.Amon.tas.gr"
              rows={8}
              value={view.ids}
              onChange={(event) => change({ ids: event.currentTarget.value })}
              required
            />
          )}
          {view.from === 'file' && <ListFile draft={draft} onDraft={setDraft} />}
        </Panel>
        {maySubmit && (
          <Panel title="Where">
            <PlaceBrowser
              label="Destination"
              description={`A directory of ${site}; it is made if it is not there.`}
              value={view.to}
              onValue={(to) => change({ to })}
              ownSite={site}
              begins={exports.filter(({ mode }) => mode === 'rw')}
              paired={[]}
              files={false}
            />
            {deeper !== '' && (
              <p className={classes.hint}>
                The content of <bdi>{deeper}</bdi> arrives directly in the destination.{' '}
                <button
                  type="button"
                  className={classes.link}
                  onClick={() => change({ to: `${endpointText(destination!)}/${deeper}` })}
                >
                  Into <bdi>…/{deeper}</bdi> instead
                </button>
              </p>
            )}
          </Panel>
        )}
      </div>
      {maySubmit ? (
        <div className={classes.stacked}>
          <OptionsPanel value={options} onValue={setOptions} ofDatasets={view.from !== 'tree'} />
          <PlanPanel
            key={JSON.stringify(wish)}
            wish={wish}
            onSubmitted={(job) => void navigate({ to: '/jobs/$jobId', params: { jobId: job } })}
          />
        </div>
      ) : (
        <AskPanel what={what} />
      )}
    </>
  );
}

function pairedText(names: readonly string[]): ReactNode {
  return names.length === 0 ? '' : ` (${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''})`;
}

interface Chosen {
  from: WishKind;
  source: string;
  ids: string;
  q: string;
  isFile: boolean;
  chosen: ReadonlySet<string> | null;
  draft: Draft | null;
}

/** Null as long as something is missing. */
function whatOf({ from, source, ids, q, isFile, chosen, draft }: Chosen): What | null {
  switch (from) {
    case 'tree': {
      const place = endpointOf(source);
      return place === null ? null : { tree: { source: endpointText(place), recursive: !isFile } };
    }
    case 'search': {
      if (q === '') return null;
      if (chosen !== null) return chosen.size === 0 ? null : { datasets: [...chosen] };
      const { text, facets } = searchOf(q);
      return { query: { text: text === '' ? null : text, facets } };
    }
    case 'ids':
      return linesOf(ids).length === 0 ? null : { datasets: linesOf(ids) };
    case 'file':
      return draft?.id == null ? null : { draft: draft.id };
  }
}

function wishOf({ tree, ...what }: What, destination: string, options: ChosenOptions): SubmitJob {
  const { label, ...more } = optionsOf(options);
  return tree === undefined
    ? {
        kind: 'REPLICA_SET',
        label,
        ...what,
        destination,
        options: more,
        ...(options.skipUnknown && { skipUnknown: true }),
        ...(options.asOf !== '' && { asOf: options.asOf }),
      }
    : {
        kind: tree.recursive ? 'TREE' : 'FILE',
        label,
        items: [{ source: tree.source, destination, recursive: tree.recursive }],
        options: more,
      };
}
