import { presentProposal, propose, type Approved } from '../approvals/index.ts';
import * as z from 'zod/mini';
import {
  paths,
  faultsOf,
  ShopSettings,
  GUARDED_LIMITS,
  parseMicro,
  type Data,
  type GuardedLimit,
  type Input,
  type Proposal,
} from '@portside/contract';
import { changedFacts, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { loadSettings, settingsTable } from './settings-table.ts';
import { requireTimeZone } from './time-zones.ts';
import { deleteSetting, listStoredValues, lockSettings, upsertSetting } from './settings.sql.ts';
import type { Db } from '../../platform/db/db.ts';

/** New values by key; undefined resets a setting to its initial value. */
type SettingsChange = { readonly [Key in keyof ShopSettings]?: ShopSettings[Key] | undefined };

/**
 * Changes the named settings. Refuses an invalid value or a time zone that `requireTimeZone` refuses (invalidFormat), and suggested amounts outside the minimum and
 * maximum of a top-up (amountOutOfRange).
 */
export async function changeSettings(ctx: Ctx, change: SettingsChange): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSettings(db);
    const before = await listStoredValues(db);
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) await deleteSetting(db, key);
      else {
        if (key === 'time_zone' && value !== before.get(key)) await requireTimeZone(db, value as string);
        await upsertSetting(db, key, validated(key, value), clock.now());
      }
    }
    await requireConsistent(step);
    const named = Object.fromEntries(Object.keys(change).map((key) => [key, before.get(key)]));
    const facts = changedFacts(named, change);
    if (Object.keys(facts.after).length === 0) return;
    await recordAudit(step, { action: 'settings.change', subject: 'settings:shop', ...facts });
  });
}

function validated(key: string, value: unknown): unknown {
  const setting = Object.values(settingsTable).find((one) => one.key === key);
  const result = setting ? z.safeParse(setting.value, value) : refuse('invalidFormat', key);
  if (result.success) return value;
  const issues = result.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));
  throw new Refusal('invalidFormat', key, faultsOf(issues, { [key]: value }));
}

async function requireConsistent({ db }: Ctx): Promise<void> {
  const { rechargeMinimumMicro, rechargeMaximumMicro, rechargeAmountsMicro } = await loadSettings(db);
  const amounts = [...rechargeAmountsMicro, rechargeMinimumMicro];
  const isInside = amounts.every((one) => one >= rechargeMinimumMicro && one <= rechargeMaximumMicro);
  if (!isInside) refuse('amountOutOfRange', 'the amounts to choose from must lie within the limits');
}

type LimitRaise = { readonly limit: GuardedLimit; readonly from: string; readonly to: string };

/**
 * Replaces all settings; absent ones get their initial value. Raising a limit that guards the shop's money becomes a
 * proposal for a second person, and the answer still shows the present value; lowering it is immediate.
 */
export async function replaceSettings(
  ctx: Ctx,
  { body: { reason, ...wanted } }: Input<'replaceSettings'>,
): Promise<Data<'replaceSettings'>> {
  const keys = Object.keys(ShopSettings.shape) as (keyof ShopSettings)[];
  return inTransaction(ctx, async (step) => {
    await lockSettings(step.db);
    const raises = findRaises(await listShopSettings(step.db), wanted);
    const isRaised = (key: string) => raises.some(({ limit }) => limit === key);
    const atOnce = keys.filter((key) => !isRaised(key));
    await changeSettings(step, Object.fromEntries(atOnce.map((key) => [key, wanted[key]])));
    const proposals: Proposal[] = [];
    for (const raise of raises) proposals.push(await proposeLimitRaise(step, raise, reason));
    const settings = await listShopSettings(step.db);
    return proposals.length === 0 ? settings : { ...settings, proposals };
  });
}

/** Compared as amounts: 100.00 does not raise 100. */
function findRaises(now: ShopSettings, wanted: Input<'replaceSettings'>['body']): LimitRaise[] {
  return GUARDED_LIMITS.flatMap((limit) => {
    const [from, to] = [now[limit], wanted[limit] ?? initialOf(limit)];
    return parseMicro(to) > parseMicro(from) ? [{ limit, from, to }] : [];
  });
}

const initialOf = (limit: GuardedLimit): string =>
  Object.values(settingsTable).find(({ key }) => key === limit)!.initial as string;

/** All settings as stored, or with their initial values. */
export const readSettings = (ctx: Ctx): Promise<ShopSettings> => listShopSettings(ctx.db);

async function listShopSettings(db: Db): Promise<ShopSettings> {
  const stored = await listStoredValues(db);
  const entries = Object.values(settingsTable).map(({ key, initial }) => [key, stored.get(key) ?? initial]);
  return Object.fromEntries(entries) as ShopSettings;
}

/** Proposes a higher limit, which a second person approves; one open proposal a limit. Amounts in USDT. */
async function proposeLimitRaise(ctx: Ctx, { limit, from, to }: LimitRaise, reason = ''): Promise<Proposal> {
  const row = await propose(ctx, {
    kind: 'limitRaiseApproved',
    subject: `settings:${limit}`,
    terms: { limit, former_amount: from, amount: to },
    reason,
    action: paths.replaceSettings[2],
  });
  return presentProposal(row, ctx.actor);
}

/** Amounts in USDT. */
type LimitRaiseTerms = {
  readonly limit: GuardedLimit;
  readonly former_amount: string;
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaiseApproved: Approved<LimitRaiseTerms>;
  }
}
