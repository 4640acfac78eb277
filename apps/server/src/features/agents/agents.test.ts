import { expect, test } from 'vitest';
import { newShortCode } from '../../platform/short-code.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { addAgent } from './write-agent.ts';
import { findAgentByCode } from './index.ts';

const named = { platformName: 'Harbour Trade', telegram: '@harbour' };

test('promotion codes have eight unambiguous characters and do not repeat', () => {
  const codes = Array.from({ length: 2_000 }, newShortCode);
  expect(codes.filter((code) => !/^[A-HJKMNP-Z2-9]{8}$/.test(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test('an agent is found by the promotion code in any case, until paused', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const agent = await addAgent(ctx, { userId: user.id, ...named });
  expect(agent).toMatchObject({
    state: 'active',
    commission_basis_points: 0,
    platform_name: 'Harbour Trade',
  });
  expect(await findAgentByCode(ctx.db, agent.promotion_code.toLowerCase())).toEqual(agent);
  expect(await findAgentByCode(ctx.db, newShortCode())).toBeUndefined();
  await ctx.db.updateTable('agents').set({ state: 'paused' }).where('user_id', '=', user.id).execute();
  expect(await findAgentByCode(ctx.db, agent.promotion_code)).toBeUndefined();
});

test('nobody becomes an agent twice', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  await addAgent(ctx, { userId: user.id, ...named });
  await expect(addAgent(ctx, { userId: user.id, ...named })).rejects.toMatchObject({
    reason: 'dataExists',
  });
});
