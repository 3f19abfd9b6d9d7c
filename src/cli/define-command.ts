import type { Command } from 'commander';
import type { Io } from './io.js';

/** Adds one verb to the program; a verb that ends neither well nor with an error sets the exit status. */
export type DefineCommand = (program: Command, io: Io, status: { code: number }) => void;
