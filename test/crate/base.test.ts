import { arcpOfUuid, checkArcp, crateBase, parseBase, randomArcp } from '../../src/crate/base.js';

const UUID = '32a423d6-52ab-47e3-a9cd-54f418a48571';

describe('a base', () => {
  it('has a root', () => {
    expect(crateBase('https://h/c/x.json', 'url').root).toBe('https://h/c/');
  });

  it('comes from a UUID', () => {
    expect(arcpOfUuid(`urn:uuid:${UUID}`)).toBe(`arcp://uuid,${UUID}/`);
    expect(arcpOfUuid(UUID.toUpperCase())).toBe(`arcp://uuid,${UUID}/`);
    expect(arcpOfUuid('urn:isbn:1')).toBeUndefined();
    expect(randomArcp()).toMatch(/^arcp:\/\/uuid,[0-9a-f-]{36}\/$/);
    expect(randomArcp()).not.toBe(randomArcp());
  });

  it.each(['', 'x', UUID.slice(1), `${UUID}0`])('refuses --arcp %j', (choice) => {
    expect(() => checkArcp(choice)).toThrow(expect.objectContaining({ code: 'ERR_ARCP_INVALID' }));
  });
});

describe('parseBase', () => {
  it.each([
    'https://h/c/',
    'http://h/ro-crate-metadata.json',
    'http://h/x/my-ro-crate-metadata.json',
    'arcp://uuid,x/',
    'http://h/caf\u00e9/',
    'https://h:8080/a%20b/',
  ])('takes %s', (iri) => expect(parseBase(iri)).toMatchObject({ iri, reason: 'given' }));

  it.each([
    ['example.org/c', 'is not absolute', 'did you mean https://example.org/c/ ?'],
    ['./c/', 'is not absolute', 'did you mean https://example.com/crate/ ?'],
    ['', 'is not absolute', 'did you mean https://example.com/crate/ ?'],
    ['file:///home/me/c/', 'is a file: IRI', 'did you mean --arcp hash ?'],
    ['urn:isbn:1', 'has no path', 'did you mean https://example.com/crate/ ?'],
    [`urn:uuid:${UUID}`, 'has no path', `did you mean arcp://uuid,${UUID}/ ?`],
    ['https://h/c#x', 'has a fragment', 'did you mean https://h/c/ ?'],
    ['https://h/c/ro-crate-metadata.json#', 'has a fragment', 'did you mean https://h/c/ro-crate-metadata.json ?'],
    ['https://h/c/?v=1', 'has a query', 'did you mean https://h/c/ ?'],
    ['https://h/my crate/', 'is not a legal IRI', 'did you mean https://h/my%20crate/ ?'],
    ['https://h/c', 'does not end in /', 'did you mean https://h/c/ ?'],
    ['https://h/c/data.json', 'does not end in /', 'did you mean https://h/c/data.json/ ?'],
    ['https://h', 'does not end in /', 'did you mean https://h/ ?'],
  ])('refuses %j: it %s', (iri, why, hint) => {
    expect(() => parseBase(iri)).toThrow(
      expect.objectContaining({
        code: 'ERR_BASE_IRI_INVALID',
        message: expect.stringContaining(why) as string,
        hint,
        exitStatus: 2,
      }),
    );
  });
});
