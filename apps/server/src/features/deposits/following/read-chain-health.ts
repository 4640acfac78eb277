import { NETWORKS, type Network } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { listWatchedMethods } from '../../payment-methods/index.ts';
import { readCursor, readStatus, type ChainStatusRow } from './chains.sql.ts';
import type { FollowerState } from '../deposits.tables.ts';

/** Four missed heartbeats: the follower is considered stopped. */
const SILENT_AFTER_MS = 60_000;

export type ChainHealth = {
  readonly network: Network;
  readonly chainId: number;
  /** When its payment method was set. */
  readonly since: Date;
  readonly state: FollowerState;
  readonly detail: string;
  readonly head: number | null;
  readonly final: number | null;
  /** The last block read. */
  readonly readTo: number | null;
  /** Final blocks not read yet; null before the first answer of a node. */
  readonly lagBlocks: number | null;
};

/**
 * The follower's status for each network that can still receive payments; one that does not run counts as
 * stalled. A network whose last payment method was retired is included for as long as it is followed.
 */
export async function readChainHealth(db: Db, now: Date): Promise<ChainHealth[]> {
  const watched = await Promise.all(NETWORKS.map((network) => listWatchedMethods(db, network, now)));
  const found = await Promise.all(
    watched
      .flatMap(([newest]) => newest ?? [])
      .map(async (method): Promise<ChainHealth | null> => {
        const { type: network, chain_id, created_at: since, retired_at } = method;
        const [status, cursor] = await Promise.all([readStatus(db, chain_id), readCursor(db, chain_id)]);
        if (retired_at !== null && !isAlive(status, now)) return null;
        const { head = null, final = null } = status ?? {};
        const lagBlocks = cursor && final !== null ? Math.max(0, final - cursor.number) : null;
        const readTo = cursor?.number ?? null;
        const figures = { network, chainId: Number(chain_id), since, head, final, readTo, lagBlocks };
        return isAlive(status, now)
          ? { ...figures, state: status.state, detail: status.detail }
          : { ...figures, state: 'stalled', detail: 'The scanner is not running' };
      }),
  );
  return found.filter((chain) => chain !== null);
}

/** The newest known block of a chain that is being followed; null where it is not. */
export async function readFollowedHead(db: Db, chainId: bigint, now: Date): Promise<number | null> {
  const status = await readStatus(db, chainId);
  return isAlive(status, now) && status.state === 'following' ? status.head : null;
}

const isAlive = (status: ChainStatusRow | undefined, now: Date): status is ChainStatusRow =>
  status !== undefined && now.getTime() - status.checked_at.getTime() <= SILENT_AFTER_MS;
