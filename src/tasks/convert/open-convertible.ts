import type { CrateDocument } from '../../crate/read/crate-document.js';
import type { CrateArgument } from '../../package/open/crate-argument.js';
import {
  openPackageDocument,
  packagesWithSignal,
  withPackage,
  type OpenCrateOptions,
} from '../../package/open/open-crate.js';
import type { CratePackage } from '../../package/crate-package.js';

/** How to open a crate to convert it. */
export interface ConvertOptions extends OpenCrateOptions {
  /** Where the data files are. Default: where the metadata document is. */
  readonly files?: CrateArgument | undefined;
}

/** A crate to convert. */
export interface Convertible {
  readonly document: CrateDocument;
  /** The package of the document. */
  readonly found: CratePackage;
  /** The package with the data files; undefined if there are none. */
  readonly files: CratePackage | undefined;
  /** SHA-256 of the metadata document, in hexadecimal digits. */
  readonly sha256: string;
}

/** Opens a crate with its data files, does a job, and closes it. @throws CrateError as `openCrateDocument` */
export async function withConvertible<T>(
  crate: CrateArgument,
  options: ConvertOptions,
  job: (crate: Convertible) => Promise<T>,
): Promise<T> {
  const packages = packagesWithSignal(options);
  return withPackage(
    crate,
    async (found) => {
      const document = await openPackageDocument(found, options);
      const sha256 = Buffer.from(found.metadata.content.sha256).toString('hex');
      const opened = { document, found, sha256 };
      if (options.files === undefined)
        return job({ ...opened, files: found.container === undefined ? undefined : found });
      return withPackage(options.files, (files) => job({ ...opened, files }), packages);
    },
    packages,
  );
}
