import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/form/FormDialog';
import { useStartSurvey, type SurveyKind } from '../holding-queries';
import { SURVEY_NAMES } from '../state/holding-state';

const WORDS: Record<SurveyKind, { does: string; action: string; subject: string }> = {
  SCAN: {
    does: 'Registers the files of a directory by size and time. Reads no data, changes no file.',
    action: 'Start the scan',
    subject: 'A directory of this site, such as bdm://SITE/EXPORT/path.',
  },
  VERIFY: {
    does: 'Reads held files again and compares their digests. Changes no file.',
    action: 'Start the verification',
    subject: 'A directory of this site, the instance id of a dataset, or the id of a job.',
  },
  RECONCILE: {
    does: 'Compares the files on disk with the catalog and lists what differs. Changes no file.',
    action: 'Start the reconciliation',
    subject: 'A directory of this site, such as bdm://SITE/EXPORT/path.',
  },
};

/** Starts a scan, a verification or a reconciliation. */
export function NewSurvey({ onClose }: { onClose: () => void }) {
  const start = useStartSurvey();
  const navigate = useNavigate();
  const [kind, setKind] = useState<SurveyKind>('SCAN');
  const [subject, setSubject] = useState('');
  const [withIndex, setWithIndex] = useState(false);
  const words = WORDS[kind];
  const wish = {
    kind,
    subject: subject.trim(),
    withIndex: kind === 'RECONCILE' ? withIndex : null,
  };
  return (
    <FormDialog
      title="Start a scan or check"
      action={words.action}
      ready={wish.subject !== ''}
      running={start.isPending}
      error={start.error}
      onSubmit={() =>
        start.mutate(wish, {
          onSuccess: ({ id }) =>
            void navigate({ to: '/holdings/surveys/$surveyId', params: { surveyId: id } }),
        })
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Kind"
        description={words.does}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as SurveyKind)}
        data={Object.entries(SURVEY_NAMES).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        label="Subject"
        description={words.subject}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
        data-autofocus
        required
      />
      {kind === 'RECONCILE' && (
        <Checkbox
          label="Compare with the published datasets as well"
          description="Also lists files that are published and not held, and versions that are superseded or retracted."
          checked={withIndex}
          onChange={(event) => setWithIndex(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
