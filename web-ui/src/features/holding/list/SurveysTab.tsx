import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Moment } from '../../../components/Moment';
import { Badge } from '../../../components/page/Badge';
import { Empty } from '../../../components/page/Empty';
import { DataTable, type Column } from '../../../components/table/DataTable';
import { useMay } from '../../../lib/session';
import { bytesText, countText } from '../../../lib/units';
import { useSurveys, type Survey } from '../holding-queries';
import { surveyName, toneOfSurvey } from '../state/holding-state';
import classes from '../state/holding.module.css';
import { NewSurvey } from './NewSurvey';

const COLUMNS: readonly Column<Survey>[] = [
  {
    id: 'subject',
    header: 'Subject',
    track: 'minmax(150px, 2fr)',
    phone: 'title',
    cell: ({ id, subject, owner }) => (
      <Link
        to="/holdings/surveys/$surveyId"
        params={{ surveyId: id }}
        className={classes.strong}
        title={`${subject}, ${id}, of ${owner}`}
      >
        <bdi>{subject}</bdi>
      </Link>
    ),
  },
  { id: 'kind', header: 'Kind', track: '112px', cell: ({ kind }) => surveyName(kind) },
  {
    id: 'state',
    header: 'State',
    track: '90px',
    cell: (survey) => <Badge tone={toneOfSurvey(survey)}>{survey.state}</Badge>,
  },
  { id: 'files', header: 'Files', track: '90px', end: true, cell: ({ files }) => countText(files) },
  {
    id: 'bytes',
    header: 'Size',
    track: '84px',
    end: true,
    phone: 'hide',
    cell: ({ bytes }) => bytesText(bytes),
  },
  {
    id: 'findings',
    header: 'Findings',
    track: '84px',
    end: true,
    cell: ({ findings }) => (
      <span className={findings > 0 ? classes.warn : classes.soft}>{countText(findings)}</span>
    ),
  },
  { id: 'begun', header: 'Started', track: '86px', cell: ({ createdAt }) => <Moment at={createdAt} short /> },
];

/** Scans, verifications and reconciliations, the newest first. */
export function SurveysTab() {
  const surveys = useSurveys();
  const mayStart = useMay('operator');
  const [isStarting, setStarting] = useState(false);
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.about}>
          A scan registers files already on disk, a verification reads held files again, a reconciliation
          compares the disk with the catalog.
        </p>
        {mayStart && (
          <Button size="xs" onClick={() => setStarting(true)}>
            Start a scan or check …
          </Button>
        )}
      </div>
      <DataTable
        label="Scans and checks"
        columns={COLUMNS}
        list={surveys}
        rowKey={({ id }) => id}
        empty={
          <Empty title="Nothing was scanned or checked yet">
            <p>Scan a directory that was filled by other means: its files become holdings.</p>
          </Empty>
        }
      />
      {isStarting && <NewSurvey onClose={() => setStarting(false)} />}
    </>
  );
}
