import type { Cursor } from '@portside/chain';
import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import { listHotAddresses } from '../../deposit-addresses/index.ts';
import type { AssetId } from '../deposits.sql.ts';
import { readAddressCursor } from './address-cursors.sql.ts';
import { readAddressRange, type AddressReader } from './read-addresses.ts';

/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 120_000;

/** Lists the hot addresses of a chain for the next scan, which goes on from `cursor`. */
export type HotAddresses = (asset: AssetId, cursor: Cursor | null) => Promise<readonly Hex[]>;

/**
 * The addresses that one follower reads with every scan. One that was not among them before is first read from where all
 * addresses were read to: its payment may lie there. Where that fails it is tried again with the next scan; nothing is
 * lost by it, because all addresses are read again anyway.
 */
export function createHotAddresses(ctx: Ctx, reader: AddressReader): HotAddresses {
  const caughtUp = new Set<string>();
  return async (asset, cursor) => {
    const rows = await listHotAddresses(ctx, asset, ctx.clock.now());
    const addresses = rows.map(({ address }) => address);
    const keyOf = (address: Hex): string => `${asset.chainId} ${address}`;
    const fresh = rows.filter(({ address }) => !caughtUp.has(keyOf(address)));
    // Nobody can have paid to an address before it was made.
    const isOld = ({ created_at }: { created_at: Date }): boolean =>
      cursor !== null && created_at.getTime() - SKEW_MS < cursor.time * 1000;
    const toRead = fresh.filter(isOld).map(({ address }) => address);
    // First, since blocks go by for them also where others cannot be read.
    const hot = new Set(addresses.map(keyOf));
    for (const key of caughtUp) if (!hot.has(key)) caughtUp.delete(key);
    if (cursor === null || (toRead.length > 0 && !(await catchUp(ctx, asset, reader, toRead, cursor))))
      return addresses;
    for (const { address } of fresh) caughtUp.add(keyOf(address));
    return addresses;
  };
}

/** False where it did not come as far as the chain's cursor. */
async function catchUp(
  ctx: Ctx,
  asset: AssetId,
  reader: AddressReader,
  addresses: readonly Hex[],
  to: Cursor,
): Promise<boolean> {
  let from = await readAddressCursor(ctx.db, asset.chainId);
  while (from && from.number < to.number) {
    const reading = await readAddressRange(ctx, asset, reader, { addresses, from, to });
    from = reading.kind === 'read' ? reading.cursor : null;
  }
  return from !== null;
}
