export { catalogueName } from '../branding/branding.js';
export { dataCiteRecord } from './datacite-record.js';
export { dcatText } from './dcat-text.js';
export { schemaCatalogueText } from './schema-catalogue-text.js';
