import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(ROOT, 'mover-server/bin/mover-server');
const CLIENT = join(ROOT, 'mover-client/bin/bdm-client');
const START_MILLIS = 120_000;
const READY = /^ready site=\S+ url=(\S+) /m;
// They live for seconds: compiling them as for months would cost half of each start,
// and a heap that begins small is collected all the time while they do.
const JAVA_OPTIONS = '-Xmx512m -Xmn64m -XX:TieredStopAtLevel=1 -Dkeystore.pkcs12.keyPbeIterationCount=1';

/** A real server of this build as a process of its own, in a directory of the test. */
export class Site {
  readonly name: string;
  readonly home: string;
  address = '';
  private readonly options: string[];
  private process: ChildProcess | null = null;

  /** `options` besides home, ports and name. */
  constructor(directory: string, name: string, ...options: string[]) {
    this.name = name;
    this.home = join(directory, name, 'home');
    this.options = options;
  }

  get token(): string {
    return readFileSync(join(this.home, 'admin.token'), 'utf8').trim();
  }

  /** Returns when it is ready; after the first time on the same port. */
  async start(): Promise<void> {
    mkdirSync(this.home, { recursive: true });
    const output = `${this.home}.out`;
    const before = existsSync(output) ? readFileSync(output, 'utf8').length : 0;
    const [out, errors] = [openSync(output, 'a'), openSync(`${this.home}.err`, 'a')];
    const port = this.address === '' ? '0' : new URL(this.address).port;
    this.process = spawn(
      SERVER,
      ['--home', this.home, '--site', this.name, '--port', port, '--data-port', '0', ...this.options],
      { stdio: ['ignore', out, errors], env: { ...process.env, BDM_JAVA_OPTS: JAVA_OPTIONS } },
    );
    closeSync(out);
    closeSync(errors);
    const deadline = Date.now() + START_MILLIS;
    for (;;) {
      const url = READY.exec(readFileSync(output, 'utf8').slice(before))?.[1];
      if (url !== undefined) {
        this.address = url.replace(/\/$/, '');
        return;
      }
      if (this.process.exitCode !== null || Date.now() > deadline)
        throw new Error(
          `${this.name} did not start: ${readFileSync(`${this.home}.err`, 'utf8').slice(-2000)}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** It keeps its connections and does not run: what a machine does that swaps, or a process in a debugger. */
  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const running = this.process;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  /** What `bdm-client` writes for this command at this site. */
  async client(...command: string[]): Promise<string> {
    const environment = {
      ...process.env,
      BDM_SERVER: this.address,
      BDM_TOKEN_FILE: join(this.home, 'admin.token'),
    };
    return (await promisify(execFile)(CLIENT, command, { env: environment })).stdout.trim();
  }

  /** The answer to a request of the administrator. */
  async api<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
