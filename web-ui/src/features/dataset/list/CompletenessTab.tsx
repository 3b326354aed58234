import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Filters } from '../../../components/form/Filters';
import { TypedFilter } from '../../../components/form/TypedFilter';
import { urlChoice, urlOptional, urlText, useUrlState } from '../../../lib/url-state';
import { facetsOf } from '../state/completeness-state';
import classes from '../state/dataset.module.css';
import { AskByName } from './AskByName';
import { CompletenessGroupsMap } from './CompletenessGroupsMap';
import { CompletenessMap } from './CompletenessMap';

/** By what the datasets can be grouped: facets of names, and what people call them. */
const FACETS: readonly { value: string; label: string }[] = [
  { value: 'project', label: 'Project' },
  { value: 'source_id', label: 'Model' },
  { value: 'experiment_id', label: 'Experiment' },
  { value: 'activity_id', label: 'Activity' },
  { value: 'institution_id', label: 'Institution' },
  { value: 'table_id', label: 'Table' },
  { value: 'variable_id', label: 'Variable' },
  { value: 'member_id', label: 'Member' },
  { value: 'domain_id', label: 'Domain' },
];
const FIELDS = {
  by: urlChoice(
    FACETS.map(({ value }) => value),
    'source_id',
  ),
  show: urlChoice<'groups' | 'datasets'>(['groups', 'datasets'], 'groups'),
  q: urlText(),
  prefix: urlText(),
  latest: urlOptional<'yes'>(['yes']),
};

/** The completeness map: groups of datasets by sites, then the datasets of a group by sites. */
export function CompletenessTab() {
  const [view, change] = useUrlState(FIELDS);
  const [isAsking, setAsking] = useState(false);
  const choice = { prefix: view.prefix, latest: view.latest === 'yes', facet: facetsOf(view.q) };
  return (
    <>
      <Filters>
        <NativeSelect
          size="xs"
          label="Show"
          value={view.show === 'datasets' ? '' : view.by}
          onChange={({ currentTarget: { value } }) =>
            change(value === '' ? { show: 'datasets' } : { show: 'groups', by: value })
          }
          data={[
            ...FACETS.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` })),
            { value: '', label: 'Each dataset' },
          ]}
        />
        <TypedFilter
          key={view.q}
          label="Facets"
          placeholder="table_id=Amon experiment_id!=piControl"
          value={view.q}
          onValue={(q) => change({ q })}
        />
        <TypedFilter
          label="Name begins with"
          placeholder="CMIP6.ScenarioMIP"
          value={view.prefix}
          onValue={(prefix) => change({ prefix })}
        />
        <Checkbox
          size="xs"
          label="Latest versions only"
          checked={choice.latest}
          onChange={({ currentTarget: { checked } }) => change({ latest: checked ? 'yes' : null })}
        />
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          Look up names …
        </Button>
      </Filters>
      <div className={classes.page}>
        {view.show === 'groups' ? (
          <CompletenessGroupsMap
            by={view.by}
            facetName={FACETS.find(({ value }) => value === view.by)!.label}
            choice={choice}
            onGroup={(value) =>
              change({ show: 'datasets', q: [view.q, `${view.by}=${value}`].filter(Boolean).join(' ') })
            }
          />
        ) : (
          <CompletenessMap choice={choice} />
        )}
      </div>
      {isAsking && <AskByName onClose={() => setAsking(false)} />}
    </>
  );
}
