import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import tls, { connect, type ConnectionOptions } from 'node:tls';
import { certificateFault, trustedWith } from '../../../src/base/net/certificates.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { serve } from '../../package/helpers/server.js';
import { CERTIFICATE, EXPIRED, OF_DATA_HOST, serveSecurely } from '../../package/helpers/tls.js';

/** The fault of the certificate of a server on this port, for the host localhost. */
async function faultOf(port: number, options: ConnectionOptions = {}) {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ...options });
  try {
    await once(socket, 'secureConnect');
    return undefined;
  } catch (error) {
    return certificateFault(String((error as NodeJS.ErrnoException).code), error);
  } finally {
    socket.destroy();
  }
}

const secure = (certificate: string) => serveSecurely(certificate, (_, response) => void response.end('safe'));

describe('a certificate', () => {
  it('of an authority that is not known can be trusted with NODE_EXTRA_CA_CERTS', async () => {
    expect(await faultOf(await secure(CERTIFICATE))).toMatchObject({
      reason: expect.stringContaining('certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS=<file.pem>'),
    });
    expect(await faultOf(await secure(CERTIFICATE), { ca: trustedWith(CERTIFICATE) })).toBeUndefined();
  });

  it.each([
    ['for another host name', OF_DATA_HOST, 'is for another host name', 'the host name that the certificate has'],
    ['that has expired', EXPIRED, 'has expired', 'check the clock'],
  ])('%s cannot', async (_, certificate, reason, hint) => {
    const fault = await faultOf(await secure(certificate), { ca: trustedWith(certificate) });
    expect(fault).toMatchObject({ reason: expect.stringContaining(reason), hint: expect.stringContaining(hint) });
    expect(fault?.hint).not.toContain('NODE_EXTRA_CA_CERTS');
  });

  it('for other host names names them, without what is no name of a host', async () => {
    const fault = await faultOf(await secure(OF_DATA_HOST), { ca: trustedWith(OF_DATA_HOST) });
    expect(fault?.reason).toBe(
      'its certificate is for another host name: data.example.org (ERR_TLS_CERT_ALTNAME_INVALID)',
    );
    const named = (cert: object) => certificateFault('ERR_TLS_CERT_ALTNAME_INVALID', { cause: { cert } })?.reason;
    expect(named({ subjectaltname: 'DNS:*.a.org, IP Address:::1, URI:http://b.org, DNS:"c\nd"' })).toContain(
      'host name: *.a.org, ::1 (',
    );
    expect(named({ subject: { CN: 'a.org' } })).toContain('host name: a.org (');
    expect(named({ subject: { CN: '\u001b[31mred' } })).toContain('another host name (');
    const many = Array.from({ length: 9 }, (_, i) => `DNS:${i}.org`).join(', ');
    expect(named({ subjectaltname: many })).toContain('host name: 0.org, 1.org, 2.org, 3.org, 4.org ... (');
  });

  it('is missing where a server speaks http', async () => {
    const { url } = await serve((_, response) => void response.end());
    expect(await faultOf(Number(new URL(url).port))).toMatchObject({
      reason: expect.stringContaining('does not speak https'),
    });
  });

  it('is no matter of other errors', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', 'undefined', ''])
      expect(certificateFault(code)).toBeUndefined();
  });
});

describe('certificates of the caller', () => {
  const before = process.env['NODE_EXTRA_CA_CERTS'];
  afterEach(() => {
    delete process.env['NODE_EXTRA_CA_CERTS'];
    if (before !== undefined) process.env['NODE_EXTRA_CA_CERTS'] = before;
  });

  it('are trusted besides those of Node and of NODE_EXTRA_CA_CERTS', async () => {
    const file = join(await scratch(), 'institute.pem');
    await writeFile(file, OF_DATA_HOST);
    process.env['NODE_EXTRA_CA_CERTS'] = file;
    const all = trustedWith(CERTIFICATE);
    expect([all.length > 50, all.at(-1)]).toEqual([true, CERTIFICATE]);
    // From Node 22.15 on, Node itself lists them, as they were at its start.
    expect(all.includes(OF_DATA_HOST)).toBe(!('getCACertificates' in tls));
  });

  it('are trusted also where the file of NODE_EXTRA_CA_CERTS is missing', () => {
    process.env['NODE_EXTRA_CA_CERTS'] = '/missing.pem';
    expect(trustedWith(CERTIFICATE).at(-1)).toBe(CERTIFICATE);
  });
});
