import { mayBeOneName, mayBeOneTitle } from '../../../src/tasks/identity/same-name.js';

describe('names', () => {
  it.each([
    ['Doe, Jane', 'Jane Doe'],
    ['J. Doe', 'Jane Doe'],
    ['Jane  DOE', 'jane doe'],
    ['Jane Mary Doe', 'Doe J'],
    ['Dr. José Núñez', 'Jose Nunez'],
    ['Stian Soiland-Reyes', 'Soiland Reyes, Stian'],
    ['', 'Jane Doe'],
  ])('%p and %p may be of one person', (one, other) => {
    expect(mayBeOneName(one, other)).toBe(true);
    expect(mayBeOneName(other, one)).toBe(true);
  });

  it.each([
    ['John Doe', 'Jane Doe'],
    ['Jane Doe', 'Jane Roe'],
    ['J D', 'Jane Doe'],
    ['Jane Doe', 'Doe Doe'],
  ])('%p and %p are not', (one, other) => {
    expect(mayBeOneName(one, other)).toBe(false);
    expect(mayBeOneName(other, one)).toBe(false);
  });
});

describe('titles', () => {
  it('may be of one work if one has the other in it, whatever stands between the words', () => {
    expect(mayBeOneTitle('Tides of the North', 'Data for: tides of the north (v2)')).toBe(true);
    expect(mayBeOneTitle('Tides', 'Tidesmen')).toBe(false);
    expect(mayBeOneTitle('Tides of the North', 'Tides of the South')).toBe(false);
  });
});
