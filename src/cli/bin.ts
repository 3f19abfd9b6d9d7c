#!/usr/bin/env node
import { ownManifest } from '../base/own-manifest.js';

// Without other imports: an older Node could not load them, and would say something else.
const { version, engines } = ownManifest();
const [major = 0, minor = 0] = numbers(process.versions.node);
const [neededMajor = 0, neededMinor = 0] = numbers(engines.node);
const isTooOld = major < neededMajor || (major === neededMajor && minor < neededMinor);

if (isTooOld) {
  process.stderr.write(`crategraph ${version} needs Node ${engines.node}; this is ${process.versions.node}\n`);
  process.exitCode = 1;
} else if (process.argv.length === 3 && /^(?:-V|--version)$/.test(process.argv[2] ?? '')) {
  process.stdout.write(`${version}\n`);
} else {
  const { runProcess } = await import('./run-process.js');
  await runProcess();
}

function numbers(version: string): number[] {
  return Array.from(version.matchAll(/\d+/g), Number);
}
