import process from 'node:process';

/**
 * The configuration that RO-Crate recommends for nginx, in a server without privileges that serves `www` in a folder.
 * @param {string} folder
 * @param {number} port
 * @param {string} more a location of another kind
 */
export const nginxConfiguration = (folder, port, more = '') => `
${process.getuid?.() === 0 ? 'user root;' : ''} # its workers must be able to read the temporary folder
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes auto;
events {}
http {
  access_log off;
  if_modified_since before; # as RFC 9110 says; by default only the same time counts
  client_body_temp_path ${folder}/tmp; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}/tmp;
  uwsgi_temp_path ${folder}/tmp; scgi_temp_path ${folder}/tmp;
  types { text/plain txt; text/csv csv; }
  server {
    listen 127.0.0.1:${port};
    root ${folder}/www;
    ${more}
    location ~ /ro-crate-metadata\\.json(ld)?$ {
      types { }
      default_type 'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"';
      add_header Access-Control-Allow-Origin *;
      add_header Access-Control-Expose-Headers "Content-Length,Content-Range,Content-Type";
    }
  }
}
`;
