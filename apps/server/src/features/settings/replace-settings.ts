import {
  GUARDED_LIMITS,
  parseMicro,
  ShopSettings,
  type Data,
  type GuardedLimit,
  type Input,
  type Proposal,
} from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { changeSettings } from './change-settings.ts';
import { listShopSettings } from './read-settings.ts';
import { settingsTable } from './settings.ts';
import { lockSettings } from './settings.sql.ts';

type LimitRaise = { readonly limit: GuardedLimit; readonly from: string; readonly to: string };

/** Proposes a raise to a second person; supplied by a higher feature. */
export type ProposeLimitRaise = (ctx: Ctx, raise: LimitRaise, reason?: string) => Promise<Proposal>;

/**
 * Replaces all settings; absent ones get their initial value. Raising a limit that guards the shop's money becomes a
 * proposal for a second person, and the answer still shows the present value; lowering it is immediate.
 */
export async function replaceSettings(
  ctx: Ctx,
  proposeLimitRaise: ProposeLimitRaise,
  { body: { reason, ...wanted } }: Input<'replaceSettings'>,
): Promise<Data<'replaceSettings'>> {
  requireAction(ctx.actor, 'settings.write');
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
