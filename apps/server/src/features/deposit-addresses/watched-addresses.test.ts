import { expect, test } from 'vitest';
import { createFollowedChain, randomHex } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { isAddressAwaited } from './watched-addresses.ts';

test.for([
  [45, true],
  [89, true],
  [91, false],
] as const)(
  '%i minutes after a buyer has opened their address somebody waits for a payment: %s',
  async ([minutes, isAwaited]) => {
    const { ctx } = await createWorld();
    const factory = randomHex(20);
    const { chainId } = await createFollowedChain(ctx, 'ETH', factory);
    const now = ctx.clock.now();
    const opened_at = new Date(now.getTime() - minutes * 60_000);
    const row = { network: 'ETH' as const, chain_id: chainId, factory_address: factory, salt: randomHex(32) };
    const user_id = (await createPerson(ctx)).user.id;
    await ctx.db
      .insertInto('deposit_addresses')
      .values({ ...row, user_id, address: randomHex(20), created_at: opened_at, opened_at })
      .execute();
    expect(await isAddressAwaited(ctx, { network: 'ETH', chainId }, now)).toBe(isAwaited);
  },
);
