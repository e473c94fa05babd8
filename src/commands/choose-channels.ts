import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';

/** The channel named, or all that are configured. Throws where there is none. */
export function chooseChannels(name: string | undefined, config: Config): readonly string[] {
  const names = Object.keys(config.alerts.channels);
  if (names.length === 0) {
    throw new AppError(
      'config',
      `${config.path} has no alert channel: add "email", "slack", "webhook" or "desktop" to "alerts"`,
    );
  }
  if (name === undefined) return names;
  if (names.includes(name)) return [name];
  throw new AppError('usage', `there is no alert channel "${name}" in the config: it has ${names.join(', ')}`);
}
