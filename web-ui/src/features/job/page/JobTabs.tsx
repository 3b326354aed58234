import { Tabs } from '@mantine/core';
import type { Explanation, Job, Report } from '../../../api/messages';
import { DecisionsTab } from './DecisionsTab';
import { EventsTab } from './EventsTab';
import { FilesTab } from './FilesTab';
import classes from './JobTabs.module.css';
import type { ChangeView, JobTab, JobView } from './job-view';
import { OptionsTab } from './OptionsTab';
import { ReportTab } from './ReportTab';

const TABS: readonly [tab: JobTab, name: string][] = [
  ['files', 'Files'],
  ['events', 'Events'],
  ['decisions', 'Decisions'],
  ['options', 'Options'],
  ['report', 'Report'],
];

interface JobTabsProps {
  job: Job;
  report: Report | undefined;
  explanation: Explanation | undefined;
  view: JobView;
  onView: ChangeView;
}

export function JobTabs({ job, report, explanation, view, onView }: JobTabsProps) {
  return (
    <Tabs
      value={view.tab}
      onChange={(tab) => onView({ tab: (tab ?? 'files') as JobTab })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list}>
        {TABS.map(([tab, name]) => (
          <Tabs.Tab key={tab} value={tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="files" className={classes.tab}>
        <FilesTab job={job} report={report} view={view} onView={onView} />
      </Tabs.Panel>
      <Tabs.Panel value="events" className={classes.tab}>
        <EventsTab job={job} onView={onView} />
      </Tabs.Panel>
      <Tabs.Panel value="decisions" className={classes.tab}>
        <DecisionsTab job={job} explanation={explanation} />
      </Tabs.Panel>
      <Tabs.Panel value="options" className={classes.tab}>
        <OptionsTab job={job} />
      </Tabs.Panel>
      <Tabs.Panel value="report" className={classes.tab}>
        <ReportTab job={job} />
      </Tabs.Panel>
    </Tabs>
  );
}
