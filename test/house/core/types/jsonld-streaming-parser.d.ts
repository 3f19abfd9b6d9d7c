/** The class that the core uses. The types of the package itself refer to those of Node. */
export class JsonLdParser {
  constructor(options: unknown);
}
