import { Button } from '@mantine/core';
import type { Report } from '../../../api/messages';
import { Panel } from '../../../components/page/Panel';
import { filesText } from '../../../lib/units';
import classes from './FailureList.module.css';
import type { ChangeView } from './job-view';

type Failure = Report['failures'][number];

interface FailureListProps {
  failures: Failure[];
  /** the code whose files are shown; empty for none */
  chosen: string;
  onView: ChangeView;
}

/** Why files failed: each error code with its files, what to do, and a filter. */
export function FailureList({ failures, chosen, onView }: FailureListProps) {
  if (failures.length === 0) return null;
  return (
    <div className={classes.place}>
      <Panel title={`${filesText(failures.reduce((sum, { files }) => sum + files, 0))} failed`} flush>
        <ul className={classes.list}>
          {failures.map((failure) => (
            <li key={failure.code} className={classes.line}>
              <code className={classes.code}>{failure.code}</code>
              <span className={classes.files}>{filesText(failure.files)}</span>
              <span className={classes.advice}>{failure.advice}</span>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Show files with ${failure.code}`}
                aria-pressed={chosen === failure.code}
                onClick={() =>
                  onView(
                    chosen === failure.code
                      ? { code: '', state: null }
                      : { code: failure.code, state: 'FAILED', q: '' },
                  )
                }
              >
                {chosen === failure.code ? 'Show all' : 'Show files'}
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
