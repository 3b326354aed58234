import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Job, Page } from '../../api/messages';
import { useAnswer } from '../../lib/answer';
import { usePages } from './Menu';

const JOBS_FOUND = 8;

/** Opens with Ctrl K: goes to a page, to a job by its name or id, or to a dataset. */
export function Palette() {
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const navigate = useNavigate();
  const jobs = useAnswer<Page<Job>>(
    '/jobs',
    { 'label~': wanted, limit: JOBS_FOUND },
    { enabled: wanted.length >= 2, everyMillis: 0 },
  );
  const pages: SpotlightActionGroupData = {
    group: 'Pages',
    actions: usePages().flatMap((group) =>
      group.pages.map((page) => ({
        id: page.to,
        label: page.label,
        keywords: page.words ?? '',
        onClick: () => void navigate({ to: page.to }),
      })),
    ),
  };
  const found = wanted.length < 2 ? [] : (jobs.data?.items ?? []);
  const isId = /^([a-z0-9-]+:)?job-\d+$/.test(wanted);
  const open = (jobId: string) => void navigate({ to: '/jobs/$jobId', params: { jobId } });
  const jobActions: SpotlightActionGroupData = {
    group: 'Jobs',
    actions: [
      ...(isId ? [{ id: `open ${wanted}`, label: `Open ${wanted}`, onClick: () => open(wanted) }] : []),
      ...found.map((job) => ({
        id: job.id,
        label: job.label ?? job.id,
        description: `${job.id}, ${job.state}`,
        keywords: wanted,
        onClick: () => open(job.id),
      })),
    ],
  };
  return (
    <Spotlight
      shortcut={['mod + K']}
      actions={jobActions.actions.length === 0 ? [pages] : [pages, jobActions]}
      query={text}
      onQueryChange={setText}
      nothingFound="No page and no job with this name"
      searchProps={{ placeholder: 'Page, job name or job id', 'aria-label': 'Page, job name or job id' }}
      lockScroll={false}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}
