// Names for the messages of /api/v1 that pages share. The types are made of docs/openapi.json by `npm run types`: sizes are bytes, times RFC 3339
// UTC, and what may be null may also be left out by an older server, so compare with `== null`.
import type { components } from './schema';

export type Schemas = components['schemas'];

export type Job = Schemas['JobView'];
export type JobState = Job['state'];
export type JobFile = Schemas['FileView'];
export type FileState = JobFile['state'];
export type StateReason = NonNullable<Job['stateReason']>;
export type FileCounts = Schemas['FileCounts'];
export type ByteCounts = Schemas['ByteCounts'];
export type MoverEvent = Schemas['EventView'];
export type Attention = Schemas['AttentionView'];
export type Explanation = Schemas['ExplanationView'];
export type Report = Schemas['ReportView'];
export type Version = Schemas['VersionView'];
export type LoginWays = Schemas['LoginWays'];
/** The session of the cookie; every POST, PATCH, PUT and DELETE sends its token as `X-CSRF-Token`. */
export type Login = Schemas['LoginView'];

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface Problem {
  status: number;
  code: string;
  detail: string;
  advice?: string | null;
}
