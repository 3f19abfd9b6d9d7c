import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, as it is named in the names and the content of files that outlive it. */
export interface NamedProcess {
  /** The machine, its start and its table of processes: with another one, we cannot tell whether the process runs. */
  readonly machine: string;
  readonly pid: number;
  /**
   * When it started, in ticks of the machine; 0 if the system does not say. A later process with its number differs.
   */
  readonly start: number;
}

const NAME = /^([0-9a-f]{16})-(\d{1,10})-(\d{1,20})$/;
let own: string | undefined;

/** The name of this process, which may be a part of a file name. */
export function processName(): string {
  return (own ??= `${machineName()}-${process.pid}-${startOf(process.pid)?.start ?? 0}`);
}

/** Reads a name that {@link processName} made; undefined for any other text. */
export function readProcessName(text: string): NamedProcess | undefined {
  const [, machine = '', pid, start] = NAME.exec(text) ?? [];
  return Number(pid) > 0 ? { machine, pid: Number(pid), start: Number(start) } : undefined;
}

/** Whether a named process has ended; undefined for another machine, where we cannot know. */
export function namedHasEnded({ machine, pid, start }: NamedProcess): boolean | undefined {
  return processName().startsWith(`${machine}-`) ? hasEnded(pid, start) : undefined;
}

/**
 * Whether a process of this machine has ended. One that waits for its parent to notice its end has ended.
 * @param start as in {@link NamedProcess}; default 0: any process with this number counts
 */
export function hasEnded(pid: number, start = 0): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true; // EPERM: it is that of another user
  }
  const found = startOf(pid);
  return found !== undefined && (/[ZX]/.test(found.state) || (start > 0 && found.start !== start));
}

/**
 * State and start of a process as Linux says them (proc(5), "stat"); its second field may contain spaces and brackets.
 */
function startOf(pid: number): { readonly state: string; readonly start: number } | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const start = Number(fields[18]);
  return Number.isSafeInteger(start) ? { state, start } : undefined;
}

/** Containers with a shared disk may have the same host name and the same numbers of processes. */
function machineName(): string {
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const processes = read(() => readlinkSync('/proc/self/ns/pid'));
  return createHash('sha256').update([hostname(), boot, processes].join('\n')).digest('hex').slice(0, 16);
}

function read(file: () => string): string {
  try {
    return file();
  } catch {
    return ''; // other systems have no such file
  }
}
