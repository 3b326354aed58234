import { vi } from 'vitest';

interface FakeAnswer {
  status: number;
  body: unknown;
}

/** Answers what the pages ask, and remembers it. */
export class FakeServer {
  readonly requests: string[] = [];
  readonly headers: Headers[] = [];
  readonly bodies: unknown[] = [];
  private readonly answers = new Map<string, () => FakeAnswer>();
  private readonly held = new Map<string, Promise<void>>();
  private reachable = true;
  private failure: FakeAnswer | null = null;

  constructor() {
    this.on('GET /login', {
      owner: 'admin',
      roles: ['admin'],
      csrfToken: 'csrf-1',
      expiresAt: '2030-01-01T00:00:00Z',
    });
    this.on('GET /version', { site: 'dkrz', version: '0.1.0' });
    for (const list of ['attention', 'jobs', 'links', 'sites', 'nodes', 'exports'])
      this.on(`GET /${list}`, { items: [], nextCursor: null });
    vi.stubGlobal('fetch', (address: string, request: RequestInit) => this.fetch(address, request));
    vi.stubGlobal('EventSource', FakeEventSource);
    FakeEventSource.all = [];
  }

  /** Of a route without its query; the answer may be a function that is asked each time. */
  on(route: string, body: unknown, status = 200): this {
    this.answers.set(route, () => ({
      status,
      body: typeof body === 'function' ? (body as () => unknown)() : body,
    }));
    return this;
  }

  refuse(route: string, status: number, code: string, detail: string, advice?: string): this {
    return this.on(route, { status, code, detail, advice }, status);
  }

  /** Answers everything but the login with this problem. */
  failAll(status: number, code: string, detail: string, advice: string): this {
    for (const route of this.answers.keys())
      if (route !== 'GET /login' && route !== 'GET /version') this.answers.delete(route);
    this.failure = { status, body: { status, code, detail, advice } };
    return this;
  }

  /** Answers to this route wait until what is returned is called. */
  hold(route: string): () => void {
    let release = () => {};
    this.held.set(
      route,
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    return () => release();
  }

  goAway(): void {
    this.reachable = false;
  }

  private fetch(address: string, request: RequestInit): Promise<Response> {
    if (!this.reachable) return Promise.reject(new TypeError('Failed to fetch'));
    const path = address.slice('/api/v1'.length);
    this.requests.push(`${request.method} ${decodeURIComponent(path)}`);
    this.headers.push(new Headers(request.headers));
    this.bodies.push(typeof request.body === 'string' ? JSON.parse(request.body) : null);
    const { status, body } = this.answers.get(`${request.method} ${path.split('?')[0]}`)?.() ??
      this.failure ?? {
        status: 404,
        body: { status: 404, code: 'NOT_FOUND', detail: `there is nothing under ${path}` },
      };
    const response = new Response(status === 204 ? null : JSON.stringify(body), { status });
    return (this.held.get(`${request.method} ${path.split('?')[0]}`) ?? Promise.resolve()).then(
      () => response,
    );
  }
}

/** A feed that the test speaks through. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.all.push(this);
  }

  static get last(): FakeEventSource {
    return FakeEventSource.all.at(-1)!;
  }

  begin(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  tell(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** As a browser does after an answer that is no feed. */
  breakForGood(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
