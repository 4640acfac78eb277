import { freezeServer, killServer } from '../server.ts';
import { ask, type Node } from './postgres-node.ts';

/** How the primary is lost. */
export type Loss = 'killed' | 'network stopped' | 'processes suspended';

/** A lost server that is not dead yet, with its suspended processes. */
export type Lost = { readonly node: Node; readonly how: Loss; readonly pids: readonly number[] };

/** What a primary without a network believes: whether it is the primary, and how many commits wait for its standby. */
export type Isolated = { readonly isPrimary: boolean; readonly waiting: number };

/** Null if nothing is left of it. */
export async function lose(node: Node, how: Loss): Promise<Lost | null> {
  if (how === 'network stopped') {
    node.host!.plug(false);
    return { node, how, pids: [] };
  }
  const pids = freezeServer(node.dataDir);
  if (how === 'processes suspended') return { node, how, pids };
  await killServer(node.dataDir, node.port, pids);
  return null;
}

/** Kills it before its network returns, so that it cannot come back as a second primary. */
export async function fence({ node, how, pids }: Lost): Promise<void> {
  const { dataDir, port, host } = node;
  if (how !== 'network stopped') return killServer(dataDir, port, pids);
  await killServer(dataDir, port, freezeServer(dataDir));
  host!.plug(true);
}

/** Commits that wait for the standby. */
export const countWaiting = async (node: Node): Promise<number> =>
  Number(await ask(node, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'"));

export const askIsolated = async (node: Node): Promise<Isolated> => ({
  isPrimary: (await ask(node, 'select pg_is_in_recovery()')) === 'f',
  waiting: await countWaiting(node),
});
