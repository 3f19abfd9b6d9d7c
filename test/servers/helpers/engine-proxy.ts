import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { nginxConfiguration } from '../../helpers/nginx-configuration.mjs';
import { CERTIFICATE, KEY } from '../../package/helpers/tls.js';
import { startProcess } from './engine-process.js';

/** What nginx does before an engine. */
export interface ProxySettings {
  /** The path of nginx that stands for `of` of the engine. */
  readonly path: string;
  readonly of: string;
  /** Whether nginx asks for user and password (Basic). */
  readonly asksLogin: boolean;
  /** More directives for the location. */
  readonly more?: string;
}

/** An nginx before an engine, with https. */
export interface EngineProxy {
  /** With the path, without its last `/`. */
  readonly url: string;
  /** Variables with the credentials, and with the file of the certificate. */
  readonly env: Readonly<Record<string, string>>;
  /** The headers of an answer, whatever its status. */
  headers(url: string): Promise<IncomingHttpHeaders>;
  stop(): Promise<void>;
}

const LOGIN = 'steward:open sesame';

/** Starts nginx before an engine: it replaces the `Server` header, as it always does. */
export async function startEngineProxy(engine: string, settings: ProxySettings): Promise<EngineProxy> {
  const { path, of, asksLogin, more = '' } = settings;
  let certificate = '';
  const { ports, stop } = await startProcess(2, async (folder, [port, secure]) => {
    certificate = `${folder}/certificate.pem`;
    await mkdir(`${folder}/tmp`);
    await writeFile(certificate, CERTIFICATE);
    await writeFile(`${folder}/key.pem`, KEY);
    await writeFile(`${folder}/users`, LOGIN.replace(':', ':{PLAIN}'));
    const location = `
      listen 127.0.0.1:${secure} ssl;
      ssl_certificate ${certificate};
      ssl_certificate_key ${folder}/key.pem;
      client_max_body_size 16m;
      location = /ready { return 204; }
      location ${path} {
        ${asksLogin ? `auth_basic "stores"; auth_basic_user_file ${folder}/users;` : ''}
        ${more}
        proxy_pass ${new URL(of, engine).href};
      }`;
    await writeFile(`${folder}/nginx.conf`, nginxConfiguration(folder, port!, location));
    return {
      program: 'nginx',
      args: ['-c', `${folder}/nginx.conf`, '-p', folder, '-e', `${folder}/error.log`],
      answers: `http://127.0.0.1:${port}/ready`,
    };
  });
  const host = `127.0.0.1:${ports[1]}`;
  const login = asksLogin ? { [`CRATEGRAPH_LOGIN_${host.replace(/\W/g, '_')}`]: LOGIN } : {};
  return {
    url: `https://${host}${path}`.replace(/\/$/, ''),
    env: { NODE_EXTRA_CA_CERTS: certificate, ...login },
    headers: headersAt,
    stop,
  };
}

function headersAt(url: string): Promise<IncomingHttpHeaders> {
  return new Promise((done, failed) => {
    const request = get(url, { ca: CERTIFICATE, auth: LOGIN }, (response) => {
      response.resume().on('end', () => done(response.headers));
    });
    request.on('error', failed);
  });
}
