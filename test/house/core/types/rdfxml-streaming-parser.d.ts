/** The class that the core uses. The package's own types refer to those of Node. */
export class RdfXmlParser {
  constructor(options: unknown);
}
