import type { Network } from '@portside/contract';
import type { SandboxPort } from './features/sandbox/index.ts';
import type { LiveFiguresCache } from './features/statistics/index.ts';
import type { SanctionsSources } from './features/wallets/index.ts';
import type { ChainPort } from './chain-port.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Keyring } from './platform/keyring.ts';
import type { Live } from './platform/live/live.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Telegram } from './platform/telegram/telegram.ts';

/** The adapters to everything outside the process. */
export type Ports = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyring: Keyring;
  readonly mailer: Mailer;
  /** Null where no bot is configured. */
  readonly telegram: Telegram | null;
  readonly chains: Partial<Record<Network, ChainPort>>;
  /** Null in production. */
  readonly sandbox: SandboxPort | null;
};

/** What the routes and the jobs of one process share. */
export type Parts = {
  readonly ports: Ports;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly board: LiveFiguresCache;
  readonly sanctions: SanctionsSources;
};
