import { createServer, type Server } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A self-signed certificate for localhost and 127.0.0.1, only for test servers. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUVwh3qSM9yAXYPTwLxaG5nuIFf80wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIyMDAxM1oYDzIxMjYxMDI3
MjIwMDEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQWDHnutaXbYyODUA0KjH2U7bfKtNm1QwlVt634OSQc4R1N7VbpLhZz
tgPa/Zf9Xq5G0bfvE/fPeDOWKEYAK1C8o28wbTAdBgNVHQ4EFgQUn3zI+EsOSrK7
wplYYXkCbZpq86QwHwYDVR0jBBgwFoAUn3zI+EsOSrK7wplYYXkCbZpq86QwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhALS858r2DufFDJRwz8C/SXEpYXbnIfGfYchAWi2reiWNAiEA
s/WaQSfaoYqqmu/kYrR/vuO2lpHShp5Hx4VJSIjHNbI=
-----END CERTIFICATE-----
`;

/** The key of {@link CERTIFICATE}. */
export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWgRfqBLJ0wMG+9t5
getPdbMfqe4TUf73EG4sdpl57vKhRANCAAQWDHnutaXbYyODUA0KjH2U7bfKtNm1
QwlVt634OSQc4R1N7VbpLhZztgPa/Zf9Xq5G0bfvE/fPeDOWKEYAK1C8
-----END PRIVATE KEY-----
`;

/** As {@link CERTIFICATE}, with the same key, but for the time until 2021. */
export const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQWDHnutaXbYyODUA0K
jH2U7bfKtNm1QwlVt634OSQc4R1N7VbpLhZztgPa/Zf9Xq5G0bfvE/fPeDOWKEYA
K1C8o04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcE
fwAAATAdBgNVHQ4EFgQUn3zI+EsOSrK7wplYYXkCbZpq86QwCgYIKoZIzj0EAwID
SAAwRQIgLVIKrQlJ9hthBqtrUypyS65aR/17F5i9ORKT/GD//sQCIQDn9Mu9zZsQ
UoSyZKaeOD3A7fGOkCsvRIvLpmhdrQMMjw==
-----END CERTIFICATE-----
`;

/** As {@link CERTIFICATE}, with the same key, but for the host data.example.org. */
export const OF_DATA_HOST = `-----BEGIN CERTIFICATE-----
MIIBdjCCARygAwIBAgIBAjAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBkYXRhLmV4
YW1wbGUub3JnMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBkYXRhLmV4YW1wbGUub3JnMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEFgx57rWl22Mjg1ANCox9lO23yrTZtUMJVbet+DkkHOEdTe1W6S4Wc7YD2v2X
/V6uRtG37xP3z3gzlihGACtQvKNPME0wDwYDVR0TAQH/BAUwAwEB/zAbBgNVHREE
FDASghBkYXRhLmV4YW1wbGUub3JnMB0GA1UdDgQWBBSffMj4Sw5KsrvCmVhheQJt
mmrzpDAKBggqhkjOPQQDAgNIADBFAiALqUUSyD6gSR4sXYzfrUFB7yRg1UaS5eGN
fGmMoiQFXAIhANBxC2pTR5BsZrtMOYQU1V3AKYXUwVovP0ZGd8w0PCgO
-----END CERTIFICATE-----
`;

const servers: Server[] = [];

/** Starts a server with a certificate on a free port of 127.0.0.1, which stops with the test file. Returns the port. */
export async function serveSecurely(cert: string, listener: RequestListener): Promise<number> {
  const server = createServer({ cert, key: KEY }, listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

afterAll(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
