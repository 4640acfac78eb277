import type { Config } from './config.ts';
import { listen } from './listen.ts';
import { openApp } from './open-app.ts';
import { openLog } from './open-base.ts';
import { openPostgres } from './open-postgres.ts';
import { armCrash } from './platform/crash-point.ts';
import type { HubLink } from './platform/hub/hub-link.ts';
import { StartError } from './platform/start-error.ts';
import { startInSteps } from './start-in-steps.ts';

/** One of several processes of the shop; the primary has prepared the database. Throws a StartError without PostgreSQL. */
export const startWorker = (config: Config, hub: HubLink): Promise<{ stop(): Promise<void> }> =>
  startInSteps(async (undo) => {
    if (config.databaseUrl === null) throw new StartError('A worker needs PostgreSQL');
    const log = openLog(config);
    armCrash(config.crashAt);
    const pool = await openPostgres(config.databaseUrl, log, config.workers);
    undo(() => pool.end());
    const app = await openApp({ config, log, pool, devchain: null, hub }, undo);
    await listen(app, { host: config.host, port: config.port, reusePort: true });
    app.startJobs();
  });
