import { Button } from '@mantine/core';
import { ApiProblem, ServerUnreachable } from '../lib/api-client';
import classes from './ErrorPanel.module.css';

interface Words {
  code: string;
  detail: string;
  next: string;
}

/** What went wrong, its code, and what to do next. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { code, detail, next } = wordsOf(error);
  return (
    <div role="alert" className={classes.panel}>
      <p className={classes.detail}>
        <code className={classes.code}>{code}</code> {detail}
      </p>
      <p className={classes.next}>{next}</p>
      {onRetry !== undefined && (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function wordsOf(error: unknown): Words {
  if (error instanceof ApiProblem) {
    return {
      code: error.code,
      detail: sentence(error.message),
      next: error.advice ?? adviceFor(error.status),
    };
  }
  if (error instanceof ServerUnreachable) {
    return {
      code: 'NO_ANSWER',
      detail: error.message,
      next: 'Check that mover-server runs and that this computer reaches it. Jobs continue without this page.',
    };
  }
  return {
    code: 'PAGE_DEFECT',
    detail: error instanceof Error ? error.message : String(error),
    next: 'This is a defect of the page: reload it, and report what you did.',
  };
}

/** Ends with a full stop, whoever wrote it. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function adviceFor(status: number): string {
  if (status === 403) return 'Ask an administrator of the site for the right to do this.';
  return status >= 500
    ? "Try again; if it persists, check the server's log."
    : 'Reload the page; what is shown may be out of date.';
}
