import type { Gravity } from '../core/compare.ts';
import { decideReading } from '../core/decide.ts';
import { newcomerOf } from '../core/newcomer.ts';
import { toldKey } from '../core/situation.ts';
import { bareFinding, carryOut, situationOf } from './carry-out.ts';
import { compareRecorded, restoreSurface } from './findings.ts';
import type { Store } from './ports-store.ts';
import type { Clock, Log } from './ports-world.ts';
import { showEnded } from './show-ended.ts';
import type { TellDeps } from './tell.ts';
import { Trigger } from './trigger.ts';

export interface AttendDeps extends TellDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** How grave findings of a server are, as its policy says. */
  readonly gravityOf: (server: string) => Gravity | undefined;
  /** True for the servers that are watched: nobody is reminded of others. */
  readonly isWatched: (server: string) => boolean;
}

/**
 * Tells what is due without a reading: what was held back for a moment or in a silence that a person asked for, and reminders.
 * Returns how many servers had something to tell.
 */
export async function attendDue(deps: AttendDeps): Promise<number> {
  const now = deps.clock.now();
  const remindBefore = new Date(now.getTime() - deps.alerts.remindEveryMs).toISOString();
  const servers = await deps.store.serversToAttend(now.toISOString(), remindBefore);
  let told = 0;
  for (const server of servers.filter(deps.isWatched)) if (await attend(server, deps)) told += 1;
  return told;
}

/** Decides on what is recorded of one server, with the same function as after a reading; nothing is opened or closed. */
async function attend(server: string, deps: AttendDeps): Promise<boolean> {
  const elsewhere = await deps.store.otherTools(server);
  return deps.store.withServer(server, async (tx) => {
    const state = await tx.state();
    const surface = await tx.latestSurface();
    const now = deps.clock.now();
    const restored = surface === null ? null : restoreSurface(surface);
    const found = restored === null ? [] : compareRecorded(state, restored, elsewhere, deps.gravityOf(server));
    const shown = new Map(found.map((finding) => [toldKey(finding), finding]));
    const findings = state.drift.map((drift) => {
      const finding = shown.get(toldKey(drift));
      return finding === undefined ? bareFinding(drift) : { ...finding, severity: drift.severity };
    });
    const recorded = situationOf(server, state, { fingerprint: surface?.fingerprint ?? '' }, findings);
    const isNew = recorded.isNew && state.record?.verdict === 'unapproved';
    const situation = {
      ...(await showEnded(recorded, state, tx)),
      isNew,
      ...(isNew && restored !== null && { newcomer: newcomerOf(restored, elsewhere) }),
      // Only a complete reading says that a server is back.
      blindAlertedAt: state.record?.unverifiedSince === null ? recorded.blindAlertedAt : null,
    };
    const plan = decideReading(situation, deps.alerts, now);
    await carryOut(tx, state.record, plan, deps, now.toISOString());
    return plan.alerts.length > 0;
  });
}

/** Looked at this often: other processes (`check`, `snooze`) leave something to tell as well. */
const pollMs = 2_000;

/** Attends for as long as the daemon runs. `onTold` is called when deliveries may be due. */
export async function keepAttending(
  deps: AttendDeps & { readonly log: Log; readonly onTold: () => void },
  signal: AbortSignal,
): Promise<void> {
  const trigger = new Trigger();
  while (!signal.aborted) {
    try {
      if ((await attendDue(deps)) > 0) deps.onTold();
    } catch (error) {
      deps.log.error({ err: error }, 'what is due to be told could not be decided');
    }
    await trigger.wait(deps.clock.now().getTime() + pollMs, deps.clock, signal);
  }
}
