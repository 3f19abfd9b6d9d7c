import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/** What is wrong with the certificate of a server. */
export interface CertificateFault {
  /** Ends a sentence that begins with the address. */
  readonly reason: string;
  readonly hint: string;
}

const UNTRUSTED =
  /^(?:UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|CERT_UNTRUSTED)/;
const NOT_IN_TIME: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
};

/**
 * Says what an error of an encrypted connection means, by its code. Only for a certificate whose authority is unknown
 * the hint says how to trust it: that helps neither against a wrong name nor a wrong date.
 * @param error has the certificate, if its name is what is wrong
 * @returns undefined for the code of another error
 */
export function certificateFault(code: string, error?: unknown): CertificateFault | undefined {
  if (UNTRUSTED.test(code))
    return {
      reason: `its certificate is not trusted (${code})`,
      hint: 'if it is signed by an authority that you trust, set NODE_EXTRA_CA_CERTS=<file.pem> to the certificates of this authority',
    };
  if (/ALTNAME|HOSTNAME_MISMATCH/.test(code)) {
    const names = namesOf(error);
    return {
      reason: `its certificate is for another host name${names === '' ? '' : `: ${names}`} (${code})`,
      hint: 'give the address with the host name that the certificate has, or check who answers there',
    };
  }
  if (NOT_IN_TIME[code] !== undefined)
    return {
      reason: `${NOT_IN_TIME[code]} (${code})`,
      hint: 'check the clock of this machine; otherwise the server needs a new certificate',
    };
  if (/^EPROTO$|WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code))
    return { reason: `it does not speak https (${code})`, hint: 'check the address and its port' };
  if (/CERT|TLS|SSL|INVALID_(?:CA|PURPOSE)|UNABLE_TO/.test(code))
    return { reason: `no encrypted connection can be made (${code})`, hint: 'ask those who run the server' };
  return undefined;
}

/** Names of a certificate that a message shows. */
const MOST_NAMES = 5;

/** The host names of the certificate that an error, or its cause, has. What is no name of a host is left out. */
function namesOf(error: unknown): string {
  const { cert, cause } = (error ?? {}) as { cert?: Partial<tls.PeerCertificate>; cause?: unknown };
  if (cert === undefined) return cause === undefined ? '' : namesOf(cause);
  const listed = (cert.subjectaltname ?? '').matchAll(/(?:^|, )(?:DNS|IP Address):([\w.*:-]{1,253})(?=,|$)/g);
  const common = [cert.subject?.CN].flat().filter((name) => /^[\w.*-]{1,253}$/.test(name ?? ''));
  const names = [...listed].map(([, name]) => name);
  const all = names.length > 0 ? names : common;
  return all.length <= MOST_NAMES ? all.join(', ') : `${all.slice(0, MOST_NAMES).join(', ')} ...`;
}

/** The certificates of authorities (PEM) that Node trusts, with those of `NODE_EXTRA_CA_CERTS`, and one text more. */
export function trustedWith(ca: string): string[] {
  const { getCACertificates } = tls as { getCACertificates?: () => string[] }; // from Node 22.15 on
  return [...(getCACertificates?.() ?? [...tls.rootCertificates, ...extraCertificates()]), ca];
}

function extraCertificates(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'] ?? '';
  try {
    return file === '' ? [] : [readFileSync(file, 'utf8')];
  } catch {
    return []; // Node has warned about it
  }
}
