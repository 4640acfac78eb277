import { nodeCounter, type Parts } from './app-parts.ts';
import { NETWORKS } from '@portside/contract';
import { mailRenderers, sealedTables, uploadReferences } from './compose.ts';
import {
  createTelegramAlarmsJob,
  reconcileLedger,
  watchMoney,
  watchServers,
} from '../features/alarms/index.ts';
import { publishStarted } from '../features/announcements/index.ts';
import { applyDueProposals } from '../features/approvals/index.ts';
import { createTelegramHeadJob, mailAuditHead } from '../features/audit/index.ts';
import { forgetOrigins, notifyAddressChanges } from '../features/deposit-addresses/index.ts';
import {
  addUpBooks,
  createFollowJob,
  createReadAddressesJob,
  followJobName,
  readAddressesJobName,
} from '../features/deposits/index.ts';
import { watchStock } from '../features/goods/index.ts';
import { purgeAccounts } from '../features/orders/index.ts';
import {
  depositMatcher,
  expireRecharges,
  isPaymentAwaited,
  listRedirected,
} from '../features/recharges/index.ts';
import { createEndStreamsJob, sweepSessions } from '../features/sessions/index.ts';
import { completeSetup } from '../features/setup/index.ts';
import { createBroadcastFiguresJob } from '../features/live/index.ts';
import { rollUpDailyTotals, sumInflow } from '../features/statistics/index.ts';
import {
  eraseWithdrawn,
  identifyOlderItems,
  markStalledBatches,
  sweepRefusedLines,
} from '../features/stock/index.ts';
import { expireImages } from '../features/support/index.ts';
import {
  createWatchAddressesJob,
  createWatchTreasuryJob,
  watchAddressesJobName,
  watchTreasuryJobName,
} from '../features/treasury/index.ts';
import { importUsers, sweepUserImports } from '../features/user-imports/index.ts';
import { fillLooks } from '../features/users/index.ts';
import { fetchSanctions } from '../features/wallets/index.ts';
import type { Ctx } from '../platform/context.ts';
import type { Leadership, Jobs } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { createRotateKeysJob } from '../platform/keys/rotate-keys.ts';
import { createSendBulkMailJob, createSendMailJob, sweepMails } from '../platform/mail/send-due-mails.ts';
import { sweepUploads } from '../platform/uploads/uploads.ts';
import type { FastifyInstance } from 'fastify';
import type { Live } from '../platform/live.ts';
import { SECOND_MS, MINUTE_MS } from '../platform/clock.ts';

type JobParts = Pick<Parts, 'ports' | 'jobs' | 'live' | 'board' | 'sanctions'> & {
  readonly hub: HubLink;
  readonly leadership: Leadership;
  /** A context for the system itself. */
  systemCtx(job: string): Ctx;
};

/** Starts every job of the shop; each is named as the log shows it. */
export function createJobStarter({
  ports,
  jobs,
  live,
  board,
  sanctions,
  hub,
  leadership,
  systemCtx,
}: JobParts): () => void {
  const repeat = (name: string, everyMs: number, run: (ctx: Ctx) => Promise<{ more: boolean }>): void =>
    jobs.start({ name, everyMs, run: () => run(systemCtx(name)) });
  const startJobs = (): void => {
    // The leader runs the scanners and evaluates the alarms.
    let scannersSince = ports.clock.now();
    leadership.onElected(() => (scannersSince = ports.clock.now()));
    // Local chains announce their blocks; other nodes are polled.
    ports.sandbox?.devchain.onBlock((network) => jobs.wake(followJobName(network)));
    for (const network of NETWORKS) {
      const chain = ports.chains[network];
      if (!chain) continue;
      const ctx = systemCtx(followJobName(network));
      const isAwaited = () => isPaymentAwaited(ctx.db, network, ctx.clock.now());
      jobs.start(
        createFollowJob(ctx, { network, ...chain, ...(!ports.sandbox && { isAwaited }) }, depositMatcher),
      );
      const reading = systemCtx(readAddressesJobName(network));
      jobs.start(createReadAddressesJob(reading, { network, ...chain }, depositMatcher));
      const watch = { network, ...chain, everyMs: ports.sandbox ? 15 * SECOND_MS : 10 * MINUTE_MS };
      jobs.start(createWatchTreasuryJob(systemCtx(watchTreasuryJobName(network)), watch));
      jobs.start(createWatchAddressesJob(systemCtx(watchAddressesJobName(network)), watch));
    }
    jobs.start(createSendMailJob(systemCtx('send mail'), mailRenderers, ports.mailer));
    jobs.start(createSendBulkMailJob(systemCtx('send bulk mail'), mailRenderers, ports.mailer));
    if (ports.telegram) {
      jobs.start(createTelegramAlarmsJob(systemCtx('send alarms'), ports.telegram));
      jobs.start(createTelegramHeadJob(systemCtx('send audit head'), ports.telegram));
    }
    jobs.start(createBroadcastFiguresJob(systemCtx('broadcast live figures'), board));
    repeat('evaluate alarms', ports.sandbox ? 15 * SECOND_MS : MINUTE_MS, (ctx) =>
      watchMoney(ctx, listRedirected, sumInflow, scannersSince),
    );
    repeat('fetch sanctions lists', 10 * MINUTE_MS, (ctx) => fetchSanctions(ctx, sanctions));
    repeat('complete set-up', MINUTE_MS, (ctx) => completeSetup(ctx, nodeCounter(ports.chains)));
    repeat('mail audit head', 60 * MINUTE_MS, mailAuditHead);
    repeat('watch servers', MINUTE_MS, (ctx) => watchServers(ctx, hub));
    repeat('reconcile ledger', 24 * 60 * MINUTE_MS, reconcileLedger);
    repeat('roll up daily totals', 2 * SECOND_MS, rollUpDailyTotals);
    repeat('add up books', 2 * SECOND_MS, addUpBooks);
    jobs.start(createEndStreamsJob(systemCtx('end streams'), live));
    repeat('forget origins of addresses', 60 * MINUTE_MS, forgetOrigins);
    repeat('notify of address changes', ports.sandbox ? 2 * SECOND_MS : 10 * SECOND_MS, notifyAddressChanges);
    repeat('sweep sessions', 60 * MINUTE_MS, sweepSessions);
    repeat('fill looks of usernames', 60 * MINUTE_MS, fillLooks);
    repeat('expire images', 60 * MINUTE_MS, expireImages);
    repeat('sweep uploads', 60 * MINUTE_MS, (ctx) => sweepUploads(ctx, uploadReferences));
    repeat('sweep mails', 60 * MINUTE_MS, sweepMails);
    repeat('expire recharges', 5 * SECOND_MS, expireRecharges);
    repeat('apply due proposals', 10 * SECOND_MS, applyDueProposals);
    repeat('publish announcements', 5 * SECOND_MS, publishStarted);
    repeat('purge accounts', MINUTE_MS, purgeAccounts);
    repeat('watch stock', 2 * SECOND_MS, watchStock);
    repeat('mark stalled imports', 10 * SECOND_MS, markStalledBatches);
    repeat('erase withdrawn stock', 2 * SECOND_MS, eraseWithdrawn);
    repeat('identify older stock', MINUTE_MS, identifyOlderItems);
    repeat('import users', 2 * SECOND_MS, importUsers);
    repeat('sweep user imports', 60 * MINUTE_MS, sweepUserImports);
    repeat('sweep refused lines', 60 * MINUTE_MS, sweepRefusedLines);
    jobs.start(createRotateKeysJob(systemCtx('rotate keys'), sealedTables));
  };
  return startJobs;
}

const REST_AFTER_MS = 30_000;

/**
 * Lets the jobs rest while nobody calls the shop and no page is open, because sandboxes are left running. Local chains
 * still wake their jobs, and the first call wakes all.
 */
export function restWhileUnused(
  http: FastifyInstance,
  jobs: Jobs,
  live: Pick<Live, 'countStreams'>,
  restAfterMs = REST_AFTER_MS,
): void {
  let lastCallAt = performance.now();
  const isUnused = (): boolean => performance.now() - lastCallAt > restAfterMs && live.countStreams() === 0;
  http.addHook('onRequest', async () => {
    const hasRested = isUnused();
    lastCallAt = performance.now();
    if (hasRested) jobs.wakeAll();
  });
  jobs.restWhile(isUnused);
}
