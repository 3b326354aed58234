import type { ReactNode } from 'react';
import { ErrorPanel } from '../ErrorPanel';
import { Loading } from '../Loading';
import { StaleNotice } from '../StaleNotice';

interface Asked<T> {
  data: T | undefined;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** What is shown of an answer: while it loads, when it failed, and when what is shown was true some time ago. */
export function Known<T>({
  asked,
  what,
  children,
}: {
  asked: Asked<T>;
  what: string;
  children: (data: T) => ReactNode;
}) {
  if (asked.data === undefined) {
    if (asked.error == null) return <Loading what={what} />;
    return <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  return (
    <>
      {asked.error != null && <StaleNotice error={asked.error} shownSinceMillis={asked.dataUpdatedAt} />}
      {children(asked.data)}
    </>
  );
}
