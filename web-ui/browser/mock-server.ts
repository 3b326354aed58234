import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
// as the real server has it, without the number that lets style elements in
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const ALIVE_EVERY_MILLIS = 3_000;
const CSRF_TOKEN = 'csrf-of-the-test';
const TOKEN = 'the-token';
export const SESSION_COOKIE = 'bdm-session=1';

export interface Answer {
  status: number;
  body: unknown;
}

export type Route = (request: { url: URL; method: string; body: string }) => Answer | undefined;

/** Serves the built pages under the strict policy, and an interface that the test decides on. */
export class MockServer {
  readonly changes: string[] = [];
  route: Route = () => undefined;
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));
  private readonly feeds = new Set<ServerResponse>();
  private readonly pages: string;

  constructor(pages: string) {
    this.pages = pages;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.endFeeds();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Tells every open page. */
  tell(message: object): void {
    for (const feed of this.feeds) feed.write(`data: ${JSON.stringify(message)}\n\n`);
  }

  /** As the server does every three seconds: for tests that turn the clock of the page. */
  alive(): void {
    for (const feed of this.feeds) feed.write('event: alive\ndata: {}\n\n');
  }

  endFeeds(): void {
    for (const feed of this.feeds) feed.end();
    this.feeds.clear();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://mock');
    if (!url.pathname.startsWith('/api/v1/')) return this.page(url.pathname, response);
    const body = await textOf(request);
    const method = request.method ?? 'GET';
    const path = url.pathname.slice('/api/v1'.length);
    if (path === '/login' && method === 'POST') return login(body, response);
    if (path === '/login/ways') return json(response, 200, { token: true, password: true });
    if (request.headers.cookie?.includes(SESSION_COOKIE) !== true) {
      return json(response, 401, problem(401, 'NOT_AUTHENTICATED', 'nobody is logged in'));
    }
    if (method !== 'GET') {
      if (request.headers['x-csrf-token'] !== CSRF_TOKEN) {
        return json(response, 403, problem(403, 'NOT_ALLOWED', 'the CSRF token is missing'));
      }
      this.changes.push(`${method} ${path}`);
    }
    if (path === '/login') return json(response, 200, LOGIN);
    if (path === '/logout') return logout(response);
    if (path === '/version') return json(response, 200, { version: '0.1.0', site: 'dkrz' });
    if (path === '/events') return this.openFeed(response);
    const answer = this.route({ url: new URL(path + url.search, 'http://mock'), method, body });
    return json(
      response,
      answer?.status ?? 404,
      answer?.body ?? problem(404, 'NOT_FOUND', `there is nothing under ${path}`),
    );
  }

  private openFeed(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 500\n\n');
    this.feeds.add(response);
    const alive = setInterval(() => response.write('event: alive\ndata: {}\n\n'), ALIVE_EVERY_MILLIS);
    response.on('close', () => {
      clearInterval(alive);
      this.feeds.delete(response);
    });
  }

  private async page(path: string, response: ServerResponse): Promise<void> {
    const file = join(this.pages, normalize(path.includes('.') ? path : '/index.html'));
    try {
      const content = await readFile(file);
      response.writeHead(200, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

export function problem(status: number, code: string, detail: string, advice?: string): object {
  return {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail,
    ...(advice === undefined ? {} : { advice }),
  };
}

const LOGIN = { owner: 'admin', roles: ['admin'], csrfToken: CSRF_TOKEN, expiresAt: '2030-01-01T00:00:00Z' };

function login(body: string, response: ServerResponse): void {
  const { token } = JSON.parse(body) as { token: string };
  if (token !== TOKEN)
    return json(response, 401, problem(401, 'NOT_AUTHENTICATED', 'the token is not known'));
  response.setHeader('Set-Cookie', `${SESSION_COOKIE}; HttpOnly; SameSite=Strict; Path=/`);
  return json(response, 200, LOGIN);
}

function logout(response: ServerResponse): void {
  response.writeHead(204, { 'Set-Cookie': 'bdm-session=; Max-Age=0; Path=/' }).end();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
    'Cache-Control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
