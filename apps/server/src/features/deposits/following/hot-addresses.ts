import type { Cursor } from '@portside/chain';
import type { Hex } from 'viem';
import type { Ctx } from '../../../platform/context.ts';
import { listHotAddresses } from '../../deposit-addresses/index.ts';
import type { AssetId } from '../deposits.sql.ts';
import { readAddressCursor } from './address-cursors.sql.ts';
import { readAddressRange, type AddressReader } from './read-addresses.ts';

/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 120_000;

/** Ranges that one pass catches up: the chain itself is read between them, however much there is to catch up. */
const RANGES_A_PASS = 4;

/** `more`: addresses that became hot are not read up to the chain's cursor yet; the next pass goes on. */
type Hot = { readonly addresses: readonly Hex[]; readonly more: boolean };

/** Lists the hot addresses of a chain for the next scan, which goes on from `cursor`. */
type HotAddresses = (asset: AssetId, cursor: Cursor | null) => Promise<Hot>;

/** Addresses that became hot at the same time, and up to where they were read. */
type Round = { readonly addresses: readonly Hex[]; readonly at: Cursor };

/**
 * The addresses that one follower reads with every scan. One that was not among them before is first read from where
 * all addresses were read to, up to the chain's cursor at the time: its payment may lie there. That takes several
 * passes where there is much to read; addresses that become hot meanwhile wait for the next round. Where a range fails
 * the round starts again with the next scan; nothing is lost by it, because all addresses are read again anyway.
 */
export function createHotAddresses(ctx: Ctx, reader: AddressReader): HotAddresses {
  const caughtUp = new Set<Hex>();
  let round: Round | null = null;
  let chainId: bigint | null = null;
  return async (asset, cursor) => {
    const rows = await listHotAddresses(ctx, asset, ctx.clock.now());
    const addresses = rows.map(({ address }) => address);
    if (chainId !== asset.chainId) [chainId, round] = [asset.chainId, (caughtUp.clear(), null)];
    // First, since blocks go by for them also where others cannot be read.
    const hot = new Set(addresses);
    for (const address of caughtUp) if (!hot.has(address)) caughtUp.delete(address);
    if (cursor === null) return { addresses, more: false };
    for (const { address, created_at } of rows)
      // Nobody can have paid to an address before it was made.
      if (created_at.getTime() - SKEW_MS >= cursor.time * 1000) caughtUp.add(address);
    round =
      goOn(round, hot, cursor) ??
      (await start(
        ctx,
        asset,
        addresses.filter((one) => !caughtUp.has(one)),
      ));
    if (round) round = await catchUp(ctx, asset, reader, round, cursor);
    if (!round || round.at.number < cursor.number) return { addresses, more: round !== null };
    for (const address of round.addresses) caughtUp.add(address);
    round = null;
    return { addresses, more: addresses.some((address) => !caughtUp.has(address)) };
  };
}

/** What is left of a round: blocks went by for those that were not hot meanwhile. Null where the chain was set back. */
function goOn(round: Round | null, hot: ReadonlySet<Hex>, { number }: Cursor): Round | null {
  const addresses = round?.addresses.filter((address) => hot.has(address)) ?? [];
  return round && addresses.length > 0 && round.at.number <= number ? { addresses, at: round.at } : null;
}

async function start(ctx: Ctx, { chainId }: AssetId, addresses: readonly Hex[]): Promise<Round | null> {
  const at = addresses.length > 0 ? await readAddressCursor(ctx.db, chainId) : null;
  return at && { addresses, at };
}

/** Reads the next ranges of a round; null where one fails. Only what was read moves it. */
async function catchUp(
  ctx: Ctx,
  asset: AssetId,
  reader: AddressReader,
  { addresses, at }: Round,
  to: Cursor,
): Promise<Round | null> {
  let from = at;
  for (let ranges = 0; from.number < to.number && ranges < RANGES_A_PASS; ranges += 1) {
    const reading = await readAddressRange(ctx, asset, reader, { addresses, from, to });
    if (reading.kind !== 'read') return null;
    from = reading.cursor;
  }
  return { addresses, at: from };
}
