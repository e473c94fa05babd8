import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlacedConfig } from '../config/written-file.ts';
import type { LogOrigin } from '../report/sarif.ts';
import { readVersion } from '../version.ts';
import type { Io } from './io.ts';

/** Where a SARIF log comes from. */
export function originOf(command: LogOrigin['command'], file: PlacedConfig, { cwd }: Pick<Io, 'cwd'>): LogOrigin {
  return { command, uri: configUri(file), folder: pathToFileURL(`${cwd}/`).href, version: readVersion() };
}

/** Relative where the file is below the working folder: that is what services that show SARIF expect. */
function configUri({ label, config }: PlacedConfig): string {
  if (isAbsolute(label)) return pathToFileURL(config.path).href;
  return label.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
