import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Values = string | number | boolean | readonly string[];
type IndexRecord = Readonly<Record<string, Values>>;

/** A file that data nodes have and an index tells of. */
export interface ArchiveFile {
  /** dataset version, as its instance id */
  dataset: string;
  name: string;
  content: Buffer;
  /** said in place of the true SHA-256 */
  published?: string;
}

/** What a query of esg-search holds besides facets. */
const CONTROLS = new Set(['format', 'distrib', 'shards', 'offset', 'limit', 'facets', 'query', 'from', 'to']);

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** A federation on this machine: data nodes that all have the same bytes, and an index of the esg-search shape that tells of them. */
export class Federation {
  private readonly files: readonly ArchiveFile[];
  private readonly servers: Server[] = [];
  private records: IndexRecord[] = [];
  /** HOST:PORT of each data node */
  readonly nodes: string[] = [];
  indexAddress = '';

  constructor(files: readonly ArchiveFile[]) {
    this.files = files;
  }

  async start(nodes: number): Promise<void> {
    for (let node = 0; node < nodes; node += 1) this.nodes.push(`127.0.0.1:${await this.serveFiles()}`);
    this.records = this.nodes.flatMap((host, node) => this.recordsOf(host, node));
    const index = createServer((request, response) => {
      const body = JSON.stringify(this.answer(new URL(request.url!, 'http://index').searchParams));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
    });
    this.servers.push(index);
    this.indexAddress = `http://127.0.0.1:${await listening(index)}/esg-search/search`;
  }

  async stop(): Promise<void> {
    for (const server of this.servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** As bytes of HTTP, with ranges: what is asked again is asked from where it stopped. */
  private serveFiles(): Promise<number> {
    const server = createServer((request, response) => {
      const file = this.files.find(({ name }) => request.url!.endsWith(`/${name}`));
      if (file === undefined) {
        response.writeHead(404).end();
        return;
      }
      const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const part = file.content.subarray(first);
      response.writeHead(first === 0 ? 200 : 206, {
        'Content-Length': part.length,
        'Accept-Ranges': 'bytes',
        ...(first > 0 && {
          'Content-Range': `bytes ${first}-${file.content.length - 1}/${file.content.length}`,
        }),
      });
      response.end(request.method === 'HEAD' ? undefined : part);
    });
    this.servers.push(server);
    return listening(server);
  }

  private recordsOf(host: string, node: number): IndexRecord[] {
    const name = `node${node}.example`;
    const shared = {
      data_node: name,
      replica: node > 0,
      latest: true,
      retracted: false,
      _timestamp: '2020-01-02T03:04:05Z',
    };
    const datasets = [...new Set(this.files.map(({ dataset }) => dataset))];
    return datasets.flatMap((dataset) => {
      const files = this.files.filter((file) => file.dataset === dataset);
      const version = dataset.slice(dataset.lastIndexOf('.') + 2);
      return [
        {
          ...shared,
          id: `${dataset}|${name}`,
          instance_id: dataset,
          master_id: dataset.slice(0, dataset.lastIndexOf('.')),
          version,
          type: 'Dataset',
          project: ['CMIP6'],
          number_of_files: files.length,
          size: files.reduce((sum, { content }) => sum + content.length, 0),
        },
        ...files.map((file) => ({
          ...shared,
          id: `${dataset}.${file.name}|${name}`,
          instance_id: `${dataset}.${file.name}`,
          dataset_id: `${dataset}|${name}`,
          type: 'File',
          version: '1',
          title: file.name,
          size: file.content.length,
          checksum: [file.published ?? createHash('sha256').update(file.content).digest('hex')],
          checksum_type: ['SHA256'],
          url: [`http://${host}/${dataset.replaceAll('.', '/')}/${file.name}|application/netcdf|HTTPServer`],
        })),
      ];
    });
  }

  private answer(query: URLSearchParams): object {
    const names = [...new Set(query.keys())].filter((name) => !CONTROLS.has(name));
    const found = this.records.filter((record) =>
      names.every((name) => fits(record, name, query.getAll(name))),
    );
    const offset = Number(query.get('offset') ?? 0);
    const facets = (query.get('facets') ?? '').split(',').filter((name) => name !== '');
    return {
      responseHeader: { status: 0 },
      response: {
        numFound: found.length,
        start: offset,
        docs: found.slice(offset, offset + Number(query.get('limit') ?? 10)),
      },
      facet_counts: {
        facet_fields: Object.fromEntries(facets.map((facet) => [facet, countsOf(facet, found)])),
      },
    };
  }
}

function valuesOf(record: IndexRecord, name: string): string[] {
  const value = record[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function fits(record: IndexRecord, name: string, wanted: string[]): boolean {
  const alternatives = wanted.flatMap((value) => value.split(','));
  return name.endsWith('!')
    ? !valuesOf(record, name.slice(0, -1)).some((value) => alternatives.includes(value))
    : valuesOf(record, name).some((value) => alternatives.includes(value));
}

/** As Solr writes counts: value, number, value, number. */
function countsOf(facet: string, found: readonly IndexRecord[]): (string | number)[] {
  const counts = new Map<string, number>();
  for (const value of found.flatMap((record) => valuesOf(record, facet)))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([left], [right]) => left.localeCompare(right)).flat();
}
