/** Names of what is remembered of the server's answers. */
export const queryKeys = {
  session: ['session'] as const,
  loginWays: ['login-ways'] as const,
  attention: ['attention'] as const,
  jobLists: ['jobs'] as const,
  jobs: (filter: string) => ['jobs', filter] as const,
  job: (jobId: string) => ['job', jobId] as const,
  /** Lists and single things of a page: the path of the route, then its query. */
  of: (path: string, query?: object) => (query === undefined ? [path] : [path, query]) as readonly unknown[],
  ofJob: (jobId: string, ...part: string[]) => ['job', jobId, ...part] as const,
};
