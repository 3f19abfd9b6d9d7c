import { spawnSync } from 'node:child_process';
import { fileURLToPath, URL } from 'node:url';
import { performance } from 'node:perf_hooks';

const RDFLIB = fileURLToPath(new URL('rdflib_parse.py', import.meta.url));

/** The peers that are not npm packages, each with the command that prints its version. */
const PROBES = {
  rdflib: ['python3', ['-c', 'import rdflib; print(rdflib.__version__)']],
  'Jena riot': ['riot', ['--version']],
  'Oxigraph (native)': ['oxigraph', ['--version']],
  'curl --parallel': ['curl', ['--version']],
  nginx: ['nginx', ['-v']],
  'oxigraph serve': ['oxigraph', ['--version']],
};

/** The version of a peer; undefined if it is not installed. */
export function versionOfProgram(name) {
  const [command, args] = PROBES[name];
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) return undefined;
  return /\d+\.\d+[\w.]*/.exec(stdout + stderr)?.[0] ?? 'unknown version';
}

/** Wall time of a whole process, including its start. */
function timeProcess(command, args) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return { wall: performance.now() - start, cpu: undefined };
}

/** Retrieves the files of a curl configuration file. */
export const curlParallel = (list) => timeProcess('curl', ['-s', '--parallel', '-K', list]);

export const riot = (file, base) => timeProcess('riot', ['--syntax=jsonld', '--output=nquads', `--base=${base}`, file]);

export const oxigraphConvert = (file, base) =>
  timeProcess('oxigraph', [
    'convert',
    '--from-file',
    file,
    '--from-format',
    'jsonld',
    '--from-base',
    base,
    '--to-format',
    'nq',
  ]);

/** The time that rdflib takes in its own process, without its start. */
export function rdflib(file, base) {
  const { status, stdout, stderr } = spawnSync('python3', [RDFLIB, base, '1', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`rdflib failed: ${stderr}`);
  return JSON.parse(stdout);
}
