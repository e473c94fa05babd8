import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlacedConfig } from '../config/written-file.ts';

/** Where the config file is, relative where it is below the working folder: that is what services that show SARIF expect. */
export function configUri({ label, config }: PlacedConfig): string {
  if (isAbsolute(label)) return pathToFileURL(config.path).href;
  return label.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
