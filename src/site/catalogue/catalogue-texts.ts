export { catalogueName } from '../view/dataset-description.js';
export { dataCiteRecord } from './datacite-record.js';
export { dcatText } from './dcat-text.js';
export { schemaCatalogueText } from './schema-catalogue-text.js';
