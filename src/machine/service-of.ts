import { AppError } from '../errors.ts';
import { launchdService } from './launchd.ts';
import type { Service, ServiceSite } from './service.ts';
import { systemdService } from './systemd.ts';

/** The service manager of this system. Throws an `AppError` where there is none that we know. */
export function serviceOf(site: ServiceSite): Service {
  if (site.platform === 'linux') return systemdService(site);
  if (site.platform === 'darwin') return launchdService(site);
  const run = `"${site.program.join('" "')}" run --config "${site.config}"`;
  throw new AppError(
    'usage',
    `there is no service for this system; on Windows let the Task Scheduler run ${run} at logon, for this user and without the highest privileges`,
  );
}
