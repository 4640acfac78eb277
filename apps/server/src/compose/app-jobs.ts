import { nodeCounter, type Parts } from './app-parts.ts';
import { NETWORKS } from '@portside/contract';
import { mailRenderers, noticeReaders, sealedTables, uploadReferences } from './compose.ts';
import {
  createReconcileLedgerJob,
  createTelegramAlarmsJob,
  watchMoney,
  watchServers,
} from '../features/alarms/index.ts';
import { publishStarted } from '../features/announcements/index.ts';
import { createCountKeyUseJob, sweepKeyUse } from '../features/api-keys/index.ts';
import { applyDueProposals } from '../features/approvals/index.ts';
import { createTelegramHeadJob, mailAuditHead } from '../features/audit/index.ts';
import { forgetOrigins, notifyAddressChanges } from '../features/deposit-addresses/index.ts';
import {
  addUpBooks,
  createFollowJob,
  createReadAddressesJob,
  followJobName,
  lookAtNamedPayments,
  readAddressesJobName,
} from '../features/deposits/index.ts';
import { createCheckAccountsJob, settleChecks, startStockChecks } from '../features/checker/index.ts';
import { recordChanges } from '../features/changes/index.ts';
import { followCosts, watchStock } from '../features/goods/index.ts';
import {
  placeStandingOrders,
  purgeAccounts,
  stopClaimedImports,
  turnover,
} from '../features/orders/index.ts';
import { confirmPayouts } from '../features/payouts/index.ts';
import { createAssignLevelsJob, findSetPrices, tellOfCoupons } from '../features/prices/index.ts';
import {
  depositMatcher,
  expireRecharges,
  isPaymentAwaited,
  listRedirected,
} from '../features/recharges/index.ts';
import { sweepRestocks, tellOfPrices, tellOfRestocks } from '../features/restocks/index.ts';
import { createEndStreamsJob, sweepSessions } from '../features/sessions/index.ts';
import { createListenToBotJob, createSendToTelegramJob, sweepNotices } from '../features/notices/index.ts';
import { completeSetup } from '../features/setup/index.ts';
import { createBroadcastFiguresJob } from '../features/live/index.ts';
import {
  countSoldGoods,
  createCountVisitsJob,
  rollUpDailyTotals,
  sumInflow,
} from '../features/statistics/index.ts';
import {
  ageStock,
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
import { createSendCallbacksJob } from '../features/storefronts/index.ts';
import { createSendWebhooksJob, sweepWebhooks } from '../features/webhooks/index.ts';
import { fetchSanctions } from '../features/wallets/index.ts';
import { sweepRepeatableCalls } from '../platform/answer-once.ts';
import type { Ctx } from '../platform/context.ts';
import type { Leadership, Jobs } from '../platform/jobs.ts';
import type { HubLink } from '../platform/hub/hub-link.ts';
import { createRotateKeysJob } from '../platform/keys/rotate-keys.ts';
import { createSendBulkMailJob, createSendMailJob, sweepMails } from '../platform/mail/send-due-mails.ts';
import { sweepUploads } from '../platform/uploads/uploads.ts';
import type { FastifyInstance } from 'fastify';
import type { Live } from '../platform/live.ts';
import { SECOND_MS, MINUTE_MS } from '../platform/clock.ts';

type JobParts = Pick<Parts, 'adapters' | 'jobs' | 'live' | 'board' | 'sanctions'> & {
  readonly hub: HubLink;
  readonly leadership: Leadership;
  /** A context for the system itself. */
  systemCtx(job: string): Ctx;
};

type Repeat = (name: string, everyMs: number, run: (ctx: Ctx) => Promise<{ more: boolean }>) => void;

/** Starts every job of the shop; each is named as the log shows it. */
export function createJobStarter({
  adapters: { clock, chains, sandbox, mailer, telegram },
  jobs,
  live,
  board,
  sanctions,
  hub,
  leadership,
  systemCtx,
}: JobParts): () => void {
  const repeat: Repeat = (name, everyMs, run) =>
    jobs.start({ name, everyMs, run: () => run(systemCtx(name)) });
  const startJobs = (): void => {
    // The leader runs the scanners and evaluates the alarms.
    let scannersSince = clock.now();
    leadership.onElected(() => (scannersSince = clock.now()));
    // Local chains announce their blocks; other nodes are polled.
    sandbox?.devchain.onBlock((network) => jobs.wake(followJobName(network)));
    for (const network of NETWORKS) {
      const chain = chains[network];
      if (!chain) continue;
      const ctx = systemCtx(followJobName(network));
      const isAwaited = () => isPaymentAwaited(ctx.db, network, ctx.clock.now());
      jobs.start(createFollowJob(ctx, { network, ...chain, ...(!sandbox && { isAwaited }) }, depositMatcher));
      const reading = systemCtx(readAddressesJobName(network));
      jobs.start(createReadAddressesJob(reading, { network, ...chain }, depositMatcher));
      const watch = { network, ...chain, everyMs: sandbox ? 15 * SECOND_MS : 10 * MINUTE_MS };
      jobs.start(createWatchTreasuryJob(systemCtx(watchTreasuryJobName(network)), watch));
      jobs.start(createWatchAddressesJob(systemCtx(watchAddressesJobName(network)), watch));
    }
    jobs.start(createSendMailJob(systemCtx('send mail'), mailRenderers, mailer));
    jobs.start(createSendBulkMailJob(systemCtx('send bulk mail'), mailRenderers, mailer));
    if (telegram) {
      jobs.start(createTelegramAlarmsJob(systemCtx('send alarms'), telegram));
      jobs.start(createTelegramHeadJob(systemCtx('send audit head'), telegram));
      jobs.start(createListenToBotJob(systemCtx('listen to Telegram'), telegram));
      jobs.start(createSendToTelegramJob(systemCtx('send notices by Telegram'), telegram, noticeReaders));
    }
    jobs.start(createSendWebhooksJob(systemCtx('send webhooks')));
    jobs.start(createSendCallbacksJob(systemCtx('send callbacks')));
    jobs.start(createCheckAccountsJob(systemCtx('check accounts')));
    jobs.start(createBroadcastFiguresJob(systemCtx('broadcast live figures'), board));
    repeat('evaluate alarms', sandbox ? 15 * SECOND_MS : MINUTE_MS, (ctx) =>
      watchMoney(ctx, listRedirected, sumInflow, scannersSince),
    );
    repeat('fetch sanctions lists', 10 * MINUTE_MS, (ctx) => fetchSanctions(ctx, sanctions));
    repeat('complete set-up', MINUTE_MS, (ctx) => completeSetup(ctx, nodeCounter(chains)));
    repeat('mail audit head', 60 * MINUTE_MS, mailAuditHead);
    repeat('watch servers', MINUTE_MS, (ctx) => watchServers(ctx, hub, telegram));
    jobs.start(createReconcileLedgerJob(systemCtx('reconcile ledger')));
    repeat('roll up daily totals', 2 * SECOND_MS, rollUpDailyTotals);
    repeat('add up books', 10 * SECOND_MS, addUpBooks);
    repeat('look up named payments', 10 * SECOND_MS, (ctx) => lookAtNamedPayments(ctx, chains));
    jobs.start(createEndStreamsJob(systemCtx('end streams'), live));
    repeat('notify of address changes', 10 * SECOND_MS, notifyAddressChanges);
    jobs.start(createCountKeyUseJob(systemCtx('count key use')));
    jobs.start(createCountVisitsJob(systemCtx('count visits')));
    repeat('expire recharges', 5 * SECOND_MS, expireRecharges);
    repeat('confirm payouts', sandbox ? 5 * SECOND_MS : 30 * SECOND_MS, (ctx) => confirmPayouts(ctx, chains));
    repeat('apply due proposals', 10 * SECOND_MS, applyDueProposals);
    repeat('publish announcements', 5 * SECOND_MS, publishStarted);
    jobs.start(createAssignLevelsJob(systemCtx('assign levels'), turnover));
    repeat('purge accounts', MINUTE_MS, purgeAccounts);
    startStockJobs(repeat);
    repeat('import users', 5 * SECOND_MS, importUsers);
    startSweeps(repeat);
    jobs.start(createRotateKeysJob(systemCtx('rotate keys'), sealedTables));
  };
  return startJobs;
}

/** What follows from stock that comes and goes. */
function startStockJobs(repeat: Repeat): void {
  const sales = { countSold: countSoldGoods };
  repeat('mark stalled imports', 10 * SECOND_MS, markStalledBatches);
  repeat('erase withdrawn stock', 10 * SECOND_MS, eraseWithdrawn);
  repeat('identify older stock', MINUTE_MS, identifyOlderItems);
  repeat('settle checks', 2 * SECOND_MS, settleChecks);
  repeat('check ahead', MINUTE_MS, startStockChecks);
  repeat('stop claimed imports', MINUTE_MS, stopClaimedImports);
  repeat('watch stock', 10 * SECOND_MS, (ctx) => watchStock(ctx, sales));
  repeat('record changes', 2 * SECOND_MS, (ctx) => recordChanges(ctx, sales));
  repeat('place standing orders', 2 * SECOND_MS, placeStandingOrders);
  repeat('age stock', 60 * MINUTE_MS, (ctx) => ageStock(ctx, { findSetPrices }));
  repeat('follow costs', 5 * MINUTE_MS, followCosts);
  repeat('tell of restocks', 2 * SECOND_MS, tellOfRestocks);
  repeat('tell of lower prices', 10 * SECOND_MS, tellOfPrices);
  repeat('tell of ending coupons', 10 * MINUTE_MS, tellOfCoupons);
}

/** Every hour, delete what has been kept for long enough. */
function startSweeps(repeat: Repeat): void {
  repeat('sweep key use', 60 * MINUTE_MS, sweepKeyUse);
  repeat('sweep sessions', 60 * MINUTE_MS, sweepSessions);
  repeat('expire images', 60 * MINUTE_MS, expireImages);
  repeat('sweep uploads', 60 * MINUTE_MS, (ctx) => sweepUploads(ctx, uploadReferences));
  repeat('sweep mails', 60 * MINUTE_MS, sweepMails);
  repeat('sweep repeatable calls', 60 * MINUTE_MS, sweepRepeatableCalls);
  repeat('sweep notices', 60 * MINUTE_MS, sweepNotices);
  repeat('sweep restocks', 60 * MINUTE_MS, sweepRestocks);
  repeat('sweep webhooks', 60 * MINUTE_MS, sweepWebhooks);
  repeat('sweep user imports', 60 * MINUTE_MS, sweepUserImports);
  repeat('sweep refused lines', 60 * MINUTE_MS, sweepRefusedLines);
  repeat('forget origins of addresses', 60 * MINUTE_MS, forgetOrigins);
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
