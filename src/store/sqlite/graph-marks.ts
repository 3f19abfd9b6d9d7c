import { CrateError } from '../../errors.js';
import type { Connection } from './connection.js';
import { graphRow } from './read-tables.js';
import { textOf } from './text.js';
