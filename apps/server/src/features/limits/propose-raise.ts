import { presentProposal, propose } from '../approvals/index.ts';
import type { ProposeRaise } from '../settings/index.ts';

/** Puts a higher limit before a second person; one at a time for each limit. */
export const proposeRaise: ProposeRaise = async (ctx, { limit, from, to }, reason = '') => {
  const row = await propose(ctx, {
    kind: 'limitRaiseApproved',
    subject: `settings:${limit}`,
    terms: { limit, former_amount: from, amount: to },
    reason,
    action: 'settings.write',
  });
  return presentProposal(row, ctx.actor);
};
