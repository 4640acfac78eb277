import { expect, test } from 'vitest';
import { signInAdmin, createPerson } from '../../testing/people.ts';
import { createFreshShop } from '../../testing/app.ts';
import { findProposals, updateProposal } from '../approvals/approvals.sql.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { sealProposal } from '../approvals/proposal-macs.ts';
import { findUser } from './index.ts';

/** Changes to admins need a second person. Waiting does not replace the approval, also for proposals of earlier versions. */

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

test('with one owner, an admin who may do everything makes no other one alone', async () => {
  const shop = await createFreshShop();
  const owner = await signInAdmin(shop.ctx);
  const roles = await shop.call('GET', '/api/roles', undefined, owner.headers);
  const bob = await signInAdmin(shop.ctx, roles.data.own.actions);
  const { user } = await createPerson(shop.ctx);
  const path = `/api/users/${user.id}/role`;
  const { data } = await shop.call('PUT', path, { role_id: String(bob.user.role_id) }, bob.headers);
  expect([data.role, data.proposal?.state]).toEqual([null, 'proposed']);
});
