import type { Config } from './config.ts';
import { sealFirstMethods } from './features/payment-methods/index.ts';
import { ensureFirstOwner } from './features/users/index.ts';
import { probeSharedPort } from './listen.ts';
import { openApp } from './open-app.ts';
import { openDatabase, openLog, takeDataFolder } from './open-base.ts';
import type { Log } from './platform/log.ts';
import { startInSteps } from './start-in-steps.ts';
import { reportReady, reportStep } from './start-report.ts';
import { Workers } from './workers.ts';

/**
 * The shop in several processes on one PostgreSQL. This one, the primary, does what is done once per start, then
 * keeps the workers running and hosts their hub. It answers no calls itself.
 */
export const startPrimary = (config: Config): Promise<{ stop(): Promise<void> }> =>
  startInSteps(async (undo) => {
    const log = openLog(config);
    takeDataFolder(config, undo);
    await prepare(config, log);
    const port = await probeSharedPort(config);
    const workers = new Workers({ count: config.workers, port, log });
    undo(() => workers.stop());
    await reportStep(`Starting ${config.workers} server processes`, () => workers.open());
    reportReady(config);
  });

/** Migrates and checks the database and ensures the first owner; closes everything again. */
async function prepare(config: Config, log: Log): Promise<void> {
  const { stop } = await startInSteps(async (undo) => {
    const pool = await openDatabase(config, log, undo);
    const app = await openApp({ config, log, pool, devchain: null }, undo);
    await sealFirstMethods(app.systemCtx('seal payment methods'));
    await ensureFirstOwner(app.systemCtx('first owner'), config.firstOwner);
  });
  await stop();
}
