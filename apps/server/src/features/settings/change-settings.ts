import * as z from 'zod/mini';
import { faultsOf, type ShopSettings } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { changedFacts } from '../../platform/audit/changed-facts.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { loadSettings } from './load-settings.ts';
import { settingsTable } from './settings.ts';
import { deleteSetting, listStoredValues, lockSettings, upsertSetting } from './settings.sql.ts';

/** New values by key; undefined resets a setting to its initial value. */
type SettingsChange = { readonly [Key in keyof ShopSettings]?: ShopSettings[Key] | undefined };

/**
 * Changes the named settings. Refuses an invalid value (invalidFormat), and suggested amounts outside the minimum and
 * maximum of a top-up (amountOutOfRange).
 */
export async function changeSettings(ctx: Ctx, change: SettingsChange): Promise<void> {
  requireAction(ctx.actor, 'settings.write');
  await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockSettings(db);
    const before = await listStoredValues(db);
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) await deleteSetting(db, key);
      else await upsertSetting(db, key, validated(key, value), clock.now());
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
