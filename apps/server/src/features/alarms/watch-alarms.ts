import { type Ctx, inTransaction } from '../../platform/context.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { HubLink } from '../../platform/hub/hub-link.ts';
import { isAnyProcessAway } from '../../platform/db/process-session.ts';
import { findUnsafeStandbys } from '../../platform/db/require-durable.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import type { SumInflow } from '../treasury/index.ts';
import { type AlarmCondition, FOR_EVERY_ADMIN } from './alarm-condition.ts';
import { evaluateAlarms, EVALUATED_KINDS, type AddressFault } from './evaluate-alarms.ts';
import { listAdmins, listPermissionHolders } from '../approvals/index.ts';
import type { AlarmKind, Language } from '@portside/contract';
import { isDeepStrictEqual } from 'node:util';
import { describeFindings } from '../../platform/describe-findings.ts';
import { findTelegramFailure, NOTICE_MAILS, notifyStaff } from '../notices/index.ts';
import { readLanguage } from '../users/index.ts';
import {
  endAlarms,
  insertAlarm,
  listActiveAlarms,
  updateFindings,
  type AlarmRow,
  listUnsent,
  markSent,
} from './alarms.sql.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Telegram } from '../../platform/telegram.ts';
import { loadSettings, readShopName } from '../settings/index.ts';
import { alarmTexts, alarmUrl } from './alarm-mail.ts';

/**
 * Evaluates the alarms of deposits, wallets and books; `listRedirected` finds open top-ups to foreign addresses,
 * `scannersSince` is when this process began to scan.
 */
export async function watchMoney(
  ctx: Ctx,
  listRedirected: (ctx: Ctx) => Promise<readonly AddressFault[]> = () => Promise.resolve([]),
  sumInflow?: SumInflow,
  scannersSince?: Date,
): Promise<{ more: boolean }> {
  const conditions = await evaluateAlarms(ctx, await listRedirected(ctx), sumInflow, scannersSince);
  await updateAlarms(ctx, EVALUATED_KINDS, conditions);
  return { more: false };
}

/**
 * Whether a failover of the database could lose anything, whether every process can use what they share, and whether
 * Telegram answers.
 */
export async function watchServers(
  ctx: Ctx,
  { isConnected }: Pick<HubLink, 'isConnected'>,
  telegram: Pick<Telegram, 'botId'> | null = null,
): Promise<{ more: boolean }> {
  const unsafe = await findUnsafeStandbys(ctx.db);
  const conditions: AlarmCondition[] = [];
  if (unsafe !== null) conditions.push({ kind: 'standbyUnsafe', network: null, findings: [unsafe] });
  const isAway = !isConnected || (await isAnyProcessAway(ctx.db));
  if (isAway) conditions.push({ kind: 'valkeyAway', network: null, findings: [] });
  const failure = telegram && (await findTelegramFailure(ctx, telegram.botId));
  if (failure)
    conditions.push({
      kind: 'telegramAway',
      network: null,
      findings: [{ code: 'telegramFails', facts: failure }],
    });
  await updateAlarms(ctx, ['standbyUnsafe', 'valkeyAway', 'telegramAway'], conditions);
  return { more: false };
}

/** The daily reconciliation: every balance must equal the sum of its movements. Reads the whole ledger. */
export async function reconcileLedger(ctx: Ctx): Promise<{ more: boolean }> {
  const faults = await findLedgerMismatches(ctx.db);
  const users = faults.map(({ userId }) => userId).join(', ');
  const conditions: AlarmCondition[] =
    faults.length === 0
      ? []
      : [{ kind: 'ledgerOff', network: null, findings: [{ code: 'balancesDiffer', facts: { users } }] }];
  await updateAlarms(ctx, ['ledgerOff', 'ledgerUnchecked'], conditions);
  return { more: false };
}

/** Runs it daily, and says so where it has failed for a day: nobody would miss an alarm that cannot be raised. */
export function createReconcileLedgerJob(ctx: Ctx, reconcile = reconcileLedger): Job {
  let failingSince: Date | null = null;
  return {
    name: 'reconcile ledger',
    everyMs: DAY_MS,
    async run() {
      try {
        const result = await reconcile(ctx);
        failingSince = null;
        return result;
      } catch (error) {
        const now = ctx.clock.now();
        failingSince ??= now;
        if (now.getTime() - failingSince.getTime() >= DAY_MS) {
          const facts = { since: failingSince.toISOString(), problem: (error as Error).message };
          const findings = [{ code: 'ledgerCheckFails' as const, facts }];
          await updateAlarms(
            ctx,
            ['ledgerUnchecked'],
            [{ kind: 'ledgerUnchecked', network: null, findings }],
          );
        }
        throw error;
      }
    },
  };
}

export const ALARM_MAIL = NOTICE_MAILS.alarmRaised;

/** Holders of this permission are notified. */
const NOTIFIED_ACTION = 'statistics.read';

/**
 * Makes the active alarms of these kinds match the conditions: raises new ones, each with one notice to everyone
 * who is to be notified, updates their findings, and ends alarms whose condition is over.
 */
export function updateAlarms(
  ctx: Ctx,
  kinds: readonly AlarmKind[],
  conditions: readonly AlarmCondition[],
): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const active = (await listActiveAlarms(step.db)).filter(({ kind }) => kinds.includes(kind));
    const over = active.filter((alarm) => !conditions.some((one) => isSame(one, alarm)));
    await endAlarms(
      step.db,
      over.map(({ id }) => id),
      step.clock.now(),
    );
    for (const { kind, network } of over) step.log.info({ kind, network }, 'alarm over');
    for (const one of conditions) {
      const known = active.find((alarm) => isSame(one, alarm));
      if (!known) await raise(step, one);
      else if (!isDeepStrictEqual(known.findings, one.findings))
        await updateFindings(step.db, known.id, one.findings);
    }
  });
}

async function raise(step: Ctx, { kind, network, findings, about = '' }: AlarmCondition): Promise<void> {
  const alarm = await insertAlarm(step.db, {
    kind,
    network,
    about,
    findings,
    began_at: step.clock.now(),
    ended_at: null,
  });
  if (!alarm) return;
  step.log.error({ kind, network, detail: describeFindings('en', findings) }, 'alarm');
  const recipients = await (FOR_EVERY_ADMIN.has(kind)
    ? listAdmins(step.db)
    : listPermissionHolders(step.db, NOTIFIED_ACTION));
  const whatItIs = [kind, network, about].join(':');
  await notifyStaff(step, {
    event: 'alarmRaised',
    reference: alarm.id,
    about: whatItIs,
    to: recipients,
  });
}

const isSame = (one: AlarmCondition, alarm: AlarmRow): boolean =>
  one.kind === alarm.kind && one.network === alarm.network && (one.about ?? '') === alarm.about;

const EVERY_MS = 10_000;

/** Sends each active alarm to the operators' chat once, retrying until Telegram accepts it. */
export const createTelegramAlarmsJob = (ctx: Ctx, telegram: Pick<Telegram, 'send'>): Job => ({
  name: 'send alarms by Telegram',
  everyMs: EVERY_MS,
  async run() {
    const { telegramChatId: chatId } = await loadSettings(ctx.db);
    const unsent = chatId === '' ? [] : await listUnsent(ctx.db);
    if (unsent.length === 0) return { more: false };
    const language = await chatLanguage(ctx);
    const siteName = await readShopName(ctx.db, language);
    for (const { id, kind, network, findings } of unsent) {
      const url = alarmUrl(ctx.publicUrl, kind);
      const { subject, lines } = alarmTexts(language, { siteName, kind, network, findings, url });
      await telegram.send(chatId, [subject, ...lines.slice(1)].join('\n\n'));
      await markSent(ctx.db, id, ctx.clock.now());
    }
    return { more: false };
  },
});

/** A chat has no language setting, so it uses that of the longest-standing recipient of alarms. */
async function chatLanguage({ db }: Ctx): Promise<Language> {
  const [first] = await listPermissionHolders(db, NOTIFIED_ACTION);
  return first === undefined ? 'en' : readLanguage(db, first);
}
