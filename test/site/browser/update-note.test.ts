import { execFileSync } from 'node:child_process';
import { updateCommands } from '../../../src/site/browser/query/update-note.js';

const ENDPOINT = 'https://data.example/sparql';
/** The words that a shell makes of a command line. */
const words = (line: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('the command lines hold the update as one word of a shell', () => {
  const text = `DELETE DATA { <urn:it's> <urn:p> "a 'b' $HOME \`c\` \\n" }\n# end`;
  const { local, remote } = updateCommands(text, ENDPOINT);
  expect(words(local)).toEqual(['crategraph', 'update', '--store', 'STORE', text]);
  expect(words(remote).slice(-3)).toEqual(['--data-binary', text, ENDPOINT]);
});

test('a long update is read from a file', () => {
  const { local, remote } = updateCommands('x'.repeat(501), ENDPOINT);
  expect(words(local)).toEqual(['crategraph', 'update', '--store', 'STORE', '--file', 'update.ru']);
  expect(words(remote).slice(-2)).toEqual(['@update.ru', ENDPOINT]);
});
