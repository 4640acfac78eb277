import type { Db } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline.ts';
import { settingOf } from './load-settings.ts';

/** WalletConnect's relay, and the node that answers for a wallet on an EVM network. */
const WALLET_CONNECT = ['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org'];

type PageSettings = { readonly siteName: string; readonly origins: readonly string[] };

/** The settings that affect every page. Connections to WalletConnect are allowed only if a project id is set. */
export async function readPageSettings(db: Db): Promise<PageSettings> {
  const [siteName, projectId] = await pipeline(
    db,
    settingOf('siteName'),
    settingOf('walletConnectProjectId'),
  );
  return { siteName, origins: projectId === '' ? [] : WALLET_CONNECT };
}
