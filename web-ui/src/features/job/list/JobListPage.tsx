import { SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Command } from '../../../components/Command';
import { Filters } from '../../../components/form/Filters';
import { TypedFilter } from '../../../components/form/TypedFilter';
import { Empty } from '../../../components/page/Empty';
import { PageHead } from '../../../components/page/PageHead';
import { DataTable } from '../../../components/table/DataTable';
import { sessionQuery, useMaySteer } from '../../../lib/session';
import { urlChoice, urlText, useUrlState } from '../../../lib/url-state';
import { useJobs } from '../job-queries';
import { JOB_FILTERS, type JobFilter } from '../state/job-state';
import { BulkActions } from './BulkActions';
import { JOB_COLUMNS } from './job-columns';
import classes from './JobListPage.module.css';

const FIELDS = {
  show: urlChoice<JobFilter>(['all', 'running', 'waiting', 'ended'], 'all'),
  sort: urlChoice(
    ['createdAt', 'endedAt', 'priority', 'label', 'state'].flatMap((name) => [name, `-${name}`]),
    '-createdAt',
  ),
  label: urlText(),
  owner: urlText(),
  since: urlText(),
};

export function JobListPage() {
  const [view, change] = useUrlState(FIELDS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const maySteer = useMaySteer();
  const jobs = useJobs(view);
  const labelOf = (id: string) => jobs.rows.find((job) => job.id === id)?.label ?? id;
  return (
    <>
      <PageHead title="Jobs">
        <SegmentedControl
          size="xs"
          aria-label="Which jobs"
          data={JOB_FILTERS}
          value={view.show}
          onChange={(value) => change({ show: value as JobFilter })}
        />
      </PageHead>
      <Filters>
        <TypedFilter
          label="Name"
          value={view.label}
          onValue={(label) => change({ label })}
          placeholder="Part of the name"
        />
        <TypedFilter
          label="Owner"
          value={view.owner}
          onValue={(owner) => change({ owner })}
          placeholder="Everybody"
        />
        <TextInput
          size="xs"
          type="date"
          label="Created since"
          value={view.since}
          onChange={(event) => change({ since: event.currentTarget.value })}
        />
        {selected.size > 0 && (
          <BulkActions
            jobs={jobs.rows.filter((job) => selected.has(job.id))}
            onDone={() => setSelected(new Set())}
          />
        )}
      </Filters>
      <DataTable
        label="Jobs"
        columns={JOB_COLUMNS}
        list={jobs}
        rowKey={(job) => job.id}
        sort={view.sort}
        onSort={(sort) => change({ sort: sort as typeof view.sort })}
        {...(maySteer && { selection: { keys: selected, onKeys: setSelected, nameOf: labelOf } })}
        empty={
          <NoJobs
            filter={view.show}
            isFiltered={view.label !== '' || view.owner !== '' || view.since !== ''}
          />
        }
      />
    </>
  );
}

const NOTHING: Record<Exclude<JobFilter, 'all'>, string> = {
  running: 'No job is running',
  waiting: 'No job waits for a person',
  ended: 'No job has ended yet',
};

function NoJobs({ filter, isFiltered }: { filter: JobFilter; isFiltered: boolean }) {
  const site = useQuery(sessionQuery).data?.site ?? 'HERE';
  if (isFiltered) return <Empty title="No job matches" />;
  if (filter !== 'all') return <Empty title={NOTHING[filter]} />;
  return (
    <Empty title="No jobs yet">
      <p>
        A job transfers a tree or a file from one site to another and verifies it. The first one from a shell:
      </p>
      <div className={classes.command}>
        <Command>{`bdm-client submit bdm://SITE/EXPORT/path bdm://${site}/EXPORT/path --recursive`}</Command>
      </div>
      <p>It shows up here by itself.</p>
    </Empty>
  );
}
