import { expect, test } from 'vitest';
import { signInAdmin } from '../../testing/admin.ts';
import { createFreshShop } from '../../testing/app.ts';
import { findProposals, updateProposal } from '../approvals/approvals.sql.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { sealProposal } from '../approvals/proposal-macs.ts';
import { findUser } from '../users/index.ts';

test('a change to an equal that an earlier version has let wait for its time fails', async () => {
  const shop = await createFreshShop();
  const ann = await signInAdmin(shop.ctx);
  const bob = await signInAdmin(shop.ctx);
  const path = `/api/users/${bob.user.id}/status`;
  const { data } = await shop.call('PUT', path, { status: 'frozen' }, ann.headers);
  const id = BigInt(data.proposal.id);
  const due = { state: 'cooling', due_at: shop.clock.now() } as const;
  await sealProposal(shop.ctx, await updateProposal(shop.ctx.db, id, due));
  await applyDueProposals(shop.app.systemCtx('test'));
  expect((await findProposals(shop.ctx.db, [id]))[0]!.state).toBe('failed');
  expect((await findUser(shop.ctx.db, bob.user.id))!.status).toBe('active');
});
