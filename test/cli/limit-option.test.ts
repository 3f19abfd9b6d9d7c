import { limitsOf } from '../../src/cli/limit-option.js';

describe('--limit', () => {
  it('knows names and units', () => {
    expect(limitsOf(['metadata=2GB', 'entries=5', 'seconds=0.5', 'download=10 mb'])).toEqual({
      limits: { metadataBytes: 2e9, entries: 5, downloadBytes: 1e7 },
      http: { headersMs: 500, idleMs: 500 },
    });
    expect(limitsOf(['duration=90', 'links=5', 'requests=50', 'ratio=1000'])).toEqual({
      limits: { ratio: 1000 },
      http: { totalMs: 90_000, links: 5, requests: 50, ratio: 1000 },
    });
    expect(limitsOf([])).toEqual({ limits: {}, http: {} });
  });

  it.each(['metadata', 'metadata=', 'metadata=x', 'unknown=1', 'metadata=-1'])('%s is a usage error', (text) => {
    expect(() => limitsOf([text])).toThrow(expect.objectContaining({ code: 'ERR_USAGE' }));
  });
});
