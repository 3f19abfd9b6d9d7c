/** What a metric may be: a total that only grows, or a value of the moment. */
type MetricKind = 'counter' | 'gauge';

interface Metric {
  readonly kind: MetricKind;
  readonly help: string;
  /** The samples of the moment: values by their labels, such as `{status="200"}`; '' without labels. */
  readonly read: () => ReadonlyMap<string, number>;
}

/** What a server counts, in the text format of Prometheus (version 0.0.4). */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();
  readonly #requests = new Map<string, number>();
  #open = 0;
  #sent = 0;

  constructor() {
    const started = Date.now() / 1000;
    this.add('crategraph_requests_total', 'counter', 'Requests that were answered.', () => this.#requests);
    this.gauge('crategraph_requests_open', 'Requests under way.', () => this.#open);
    this.add('crategraph_sent_bytes_total', 'counter', 'Bytes sent, with headers.', () => new Map([['', this.#sent]]));
    this.gauge('process_start_time_seconds', 'Start of the server in seconds since 1970.', () => started);
    this.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  }

  /** Adds a value of the moment. */
  gauge(name: string, help: string, read: () => number): void {
    this.add(name, 'gauge', help, () => new Map([['', read()]]));
  }

  /** Adds a metric with labels. @param read values by labels, such as `{state="busy"}` */
  add(name: string, kind: MetricKind, help: string, read: () => ReadonlyMap<string, number>): void {
    this.#metrics.set(name, { kind, help, read });
  }

  /** A request has begun. */
  begin(): void {
    this.#open += 1;
  }

  /** A request has ended, with this status and number of bytes. */
  end(status: number, bytes: number): void {
    this.#open -= 1;
    this.#sent += bytes;
    const labels = `{status="${status}"}`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
  }

  /** All metrics as text. */
  text(): string {
    const lines: string[] = [];
    for (const [name, { kind, help, read }] of this.#metrics) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`);
      for (const [labels, value] of read()) lines.push(`${name}${labels} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
