import type { Problem } from '../api/messages';
import { noteAnswer, noteSilence } from './connection';

const BASE = '/api/v1';
// The server itself gives up waiting for its catalog after 30 s and says so.
const ANSWER_TIMEOUT_MILLIS = 35_000;
const CSRF_HEADER = 'X-CSRF-Token';

let csrfToken: string | null = null;

/** The server said no, and why. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly advice: string | null;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ApiProblem';
    this.status = problem.status;
    this.code = problem.code;
    this.advice = problem.advice ?? null;
  }
}

/** No answer came: the request may or may not have been carried out. */
export class ServerUnreachable extends Error {
  constructor(cause: unknown) {
    super('The server does not answer.', { cause });
    this.name = 'ServerUnreachable';
  }
}

/** Empty values are left out; each value of a list is a parameter of its own. */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function apiGet<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return send<T>('GET', path + queryString(query), undefined, signal);
}

export function apiPost<T>(path: string, body?: unknown): Promise<T> {
  return send<T>('POST', path, body);
}

export function apiPut<T>(path: string, body: unknown): Promise<T> {
  return send<T>('PUT', path, body);
}

export function apiPatch<T>(path: string, body: unknown): Promise<T> {
  return send<T>('PATCH', path, body);
}

export function apiDelete<T>(path: string): Promise<T> {
  return send<T>('DELETE', path);
}

/** Sends a file or a text as it is, a list to import for example. */
export function apiUpload<T>(path: string, content: Blob, query: Query = {}): Promise<T> {
  return send<T>('POST', path + queryString(query), content);
}

export function apiAddress(path: string): string {
  return BASE + path;
}

function queryString(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const each of value) parameters.append(name, each);
    else if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(BASE + path, {
      method,
      headers: headersOf(method, body),
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
    noteAnswer();
  } catch (cause) {
    // Query cancels what nobody waits for any more; that is no failure of the server.
    if (signal?.aborted === true) throw cause;
    noteSilence();
    throw new ServerUnreachable(cause);
  }
  if (!response.ok) throw problemOf(response, text);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function headersOf(method: string, body: unknown): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json, application/problem+json' };
  if (body !== undefined)
    headers['Content-Type'] = body instanceof Blob && body.type !== '' ? body.type : 'application/json';
  if (method !== 'GET' && csrfToken !== null) headers[CSRF_HEADER] = csrfToken;
  return headers;
}

/** What every change shows besides the cookie; it came with the session. */
export function showCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Proxies answer with pages of their own, so the body may be anything. */
function problemOf(response: Response, text: string): ApiProblem {
  const fallback: Problem = {
    status: response.status,
    code: `HTTP_${response.status}`,
    detail: `The server answered ${response.status} ${response.statusText}`.trim() + '.',
  };
  try {
    const problem = JSON.parse(text) as Partial<Problem> | null;
    if (problem === null || typeof problem.code !== 'string') return new ApiProblem(fallback);
    return new ApiProblem({ ...fallback, ...problem, status: response.status });
  } catch {
    return new ApiProblem(fallback);
  }
}
