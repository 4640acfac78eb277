import { presentProposal, propose, type Approved } from '../approvals/index.ts';
import * as z from 'zod/mini';
import {
  paths,
  faultsOf,
  ShopSettings,
  GUARDED_LIMITS,
  GUARDED_SETTINGS,
  loosens,
  parseMicro,
  type Data,
  type GuardedLimit,
  type GuardedSetting,
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
type Loosening = { readonly limit: GuardedSetting; readonly from: unknown; readonly to: unknown };

/**
 * Replaces all settings; absent ones get their initial value. Raising a limit that guards the shop's money, or
 * loosening another setting that does, becomes a proposal for a second person, and the answer still shows the present
 * value; the contrary is immediate.
 */
export async function replaceSettings(
  ctx: Ctx,
  { body: { reason, ...wanted } }: Input<'replaceSettings'>,
): Promise<Data<'replaceSettings'>> {
  const keys = Object.keys(ShopSettings.shape) as (keyof ShopSettings)[];
  return inTransaction(ctx, async (step) => {
    await lockSettings(step.db);
    const now = await listShopSettings(step.db);
    const [raises, loosenings] = [findRaises(now, wanted), findLoosenings(now, wanted)];
    const isRaised = (key: string) => [...raises, ...loosenings].some(({ limit }) => limit === key);
    const atOnce = keys.filter((key) => !isRaised(key));
    await changeSettings(step, Object.fromEntries(atOnce.map((key) => [key, wanted[key]])));
    const proposals: Proposal[] = [];
    for (const { limit, from, to } of raises)
      proposals.push(await proposeRaise(step, { limit, former_amount: from, amount: to }, reason));
    for (const { limit, from, to } of loosenings) {
      const terms = { limit, former_setting: JSON.stringify(from), setting: JSON.stringify(to) };
      proposals.push(await proposeRaise(step, terms, reason));
    }
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

function findLoosenings(now: ShopSettings, wanted: Input<'replaceSettings'>['body']): Loosening[] {
  return GUARDED_SETTINGS.flatMap((limit) => {
    const [from, to] = [now[limit], wanted[limit] ?? initialOf(limit)];
    return loosens[limit](from as never, to as never) ? [{ limit, from, to }] : [];
  });
}

const initialOf = <Name extends GuardedLimit | GuardedSetting>(limit: Name): ShopSettings[Name] =>
  Object.values(settingsTable).find(({ key }) => key === limit)!.initial as ShopSettings[Name];

/** All settings as stored, or with their initial values. */
export const readSettings = (ctx: Ctx): Promise<ShopSettings> => listShopSettings(ctx.db);

async function listShopSettings(db: Db): Promise<ShopSettings> {
  const stored = await listStoredValues(db);
  const entries = Object.values(settingsTable).map(({ key, initial }) => [key, stored.get(key) ?? initial]);
  return Object.fromEntries(entries) as ShopSettings;
}

/** Proposes a higher limit or looser setting, which a second person approves; one open proposal for each. */
async function proposeRaise(ctx: Ctx, terms: RaiseTerms, reason = ''): Promise<Proposal> {
  const row = await propose(ctx, {
    kind: 'limitRaiseApproved',
    subject: `settings:${terms.limit}`,
    terms,
    reason,
    action: paths.replaceSettings[2],
  });
  return presentProposal(row, ctx.actor);
}

/** Amounts in USDT; settings that are none as JSON. */
type RaiseTerms =
  | { readonly limit: GuardedLimit; readonly former_amount: string; readonly amount: string }
  | { readonly limit: GuardedSetting; readonly former_setting: string; readonly setting: string };

/** Changes a setting as it was approved. */
export const onRaiseApproved = (ctx: Ctx, { terms }: Approved<RaiseTerms>): Promise<void> =>
  changeSettings(ctx, {
    [terms.limit]: 'setting' in terms ? (JSON.parse(terms.setting) as unknown) : terms.amount,
  });

declare module '../../platform/events.ts' {
  interface EventPayloads {
    limitRaiseApproved: Approved<RaiseTerms>;
  }
}
