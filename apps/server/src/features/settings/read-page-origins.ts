import type { Db } from '../../platform/db/db.ts';
import { readSetting } from './read-settings.ts';

/** WalletConnect's relay, and the node that answers for a wallet on Ethereum. */
const WALLET_CONNECT = ['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org'];

/** What the pages may connect to besides the shop itself: nothing, until an operator sets a project id. */
export async function readPageOrigins(db: Db): Promise<readonly string[]> {
  return (await readSetting(db, 'walletConnectProjectId')) === '' ? [] : WALLET_CONNECT;
}
