import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { composeEvents } from '../compose/compose.ts';
import type { Config } from '../config/config.ts';
import { createContexts } from '../compose/contexts.ts';
import { LiveFiguresCache } from '../features/live/index.ts';
import { openEmbeddedBase, openKeyring, openPostgres } from '../boot/open-base.ts';
import { createClock } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { createDb } from '../platform/db/db.ts';
import { openDatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { Live } from '../platform/live.ts';
import { createLog } from '../platform/log.ts';
import { startInSteps } from '../boot/start-steps.ts';
import { CommandError } from './command.ts';

/**
 * Runs a step with the shop's own use cases on the configured database, beside running processes. The embedded database
 * serves one process, so there the shop must be stopped (StartError). `command` names the actor. Throws a CommandError
 * where there is no database: a new one of a sandbox would say that all is well, about nothing.
 *
 * Only `serve` refuses a database or a standby that may lose commits: a backup, or letting an owner in again, must not
 * wait until that is fixed, and `doctor` has to report it.
 */
export async function withShop<T>(
  config: Config,
  command: string,
  step: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'database')))
    throw new CommandError(
      `DATABASE_URL is not set, and ${dataDir} has no database of a sandbox.\n` +
        'The settings of the shop have to be in the environment: set -a; . /etc/portside/portside.env; set +a',
    );
  const log = createLog('warn', { pretty: false });
  const { started, stop } = await startInSteps(async (undo) => {
    if (databaseUrl === null) return (await openEmbeddedBase(config, undo)).pool;
    const access = openDatabaseAccess(databaseUrl);
    const opened = await openPostgres({ ...access, acceptAny: true }, log);
    undo(() => opened.end());
    return opened;
  });
  try {
    const opened = {
      db: createDb(started),
      clock: createClock(config.clockOffsetMs),
      log,
      keyring: openKeyring(config),
      publicUrl: config.publicUrl,
      isSandbox: config.mode === 'sandbox',
    };
    return await step(createCommandCtx(opened, command));
  } finally {
    await stop();
  }
}

type Opened = Pick<Ctx, 'db' | 'clock' | 'log' | 'keyring' | 'publicUrl' | 'isSandbox'>;

/** The shop's use cases on a database that is open already; `command` names the actor. */
export function createCommandCtx(opened: Opened, command: string): Ctx {
  const live = new Live();
  const events = composeEvents(new LiveFiguresCache(live));
  return createContexts({ ...opened, events, live }).systemCtx(`command: ${command}`);
}
