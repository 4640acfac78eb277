import { presentProposal, propose } from '../approvals/index.ts';
import type { ProposeLimitRaise } from '../settings/index.ts';

/** Proposes a higher limit, which a second person approves; one open proposal a limit. Amounts in USDT. */
export const proposeLimitRaise: ProposeLimitRaise = async (ctx, { limit, from, to }, reason = '') => {
  const row = await propose(ctx, {
    kind: 'limitRaiseApproved',
    subject: `settings:${limit}`,
    terms: { limit, former_amount: from, amount: to },
    reason,
    action: 'settings.write',
  });
  return presentProposal(row, ctx.actor);
};
