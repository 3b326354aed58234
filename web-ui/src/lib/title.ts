import { useEffect } from 'react';

/** Names the page in the browser's tab and history. */
export function useTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · Bulk Data Mover`;
  }, [page]);
}
