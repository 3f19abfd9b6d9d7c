import { execFileSync } from 'node:child_process';
import { shellPath, shellWord } from '../../src/base/shell-word.js';

describe('a word of a command line', () => {
  const TEXTS = ['plain-1.json', '', 'My Data', "x'; echo worse; '.json", '$(echo worse)', '`a`"\\', '~/a*', 'é\n#'];

  it.each(TEXTS)('gives a shell the text %j, and nothing else to run', (text) => {
    const written = execFileSync('sh', ['-c', `printf '[%s]' ${shellWord(text)}`], { encoding: 'utf8' });
    expect(written).toBe(`[${text}]`);
  });

  it('stays readable where nothing has to be quoted', () => {
    expect(shellWord('crates/a_b.zip')).toBe('crates/a_b.zip');
  });

  it('is no option if it is a path', () => {
    expect(['-x', '-', 'a-b', '-o x'].map(shellPath)).toEqual(['./-x', './-', 'a-b', "'./-o x'"]);
  });
});
