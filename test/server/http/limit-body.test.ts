import { HTTPException } from 'hono/http-exception';
import { limitBody } from '../../../src/server/http/limit-body.js';

const request = (chunks: readonly string[], headers: Record<string, string> = {}) => {
  const body = new Blob([...chunks]).stream();
  return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
};

describe('a body', () => {
  it('of the largest size is whole', async () => {
    expect(await limitBody(request(['12', '34']), 4).text()).toBe('1234');
  });

  it('without a stated length ends with an error above the limit', async () => {
    const reading = limitBody(request(['12', '345']), 4).text();
    await expect(reading).rejects.toMatchObject({ status: 413 });
    await expect(reading).rejects.toBeInstanceOf(HTTPException);
  });

  it.each(['gzip', 'br', 'gzip, identity'])('is refused if it is compressed (%s)', (encoding) => {
    expect(() => limitBody(request(['1'], { 'content-encoding': encoding }), 4)).toThrow(
      expect.objectContaining({ status: 415 }),
    );
    expect(limitBody(request(['1'], { 'content-encoding': 'Identity' }), 4).body).not.toBeNull();
  });

  it('is refused by its length before it comes', () => {
    expect(() => limitBody(request(['1'], { 'content-length': '5' }), 4)).toThrow(HTTPException);
  });
});
