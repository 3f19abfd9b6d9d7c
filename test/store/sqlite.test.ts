import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open.js';
import { describeGraphStore } from '../contract/graph-store.contract.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sqlite-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openStore(join(folder, 'store'), { mode: 'write', create: true });

describeGraphStore({
  name: 'sqlite',
  capabilities: {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    durable: true,
    snapshots: true,
  },
  open,
  again: open,
});
