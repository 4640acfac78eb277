import { startDevchainProcess, type Devchain } from '@portside/devchain';
import { buildPages } from '../../scripts/test/build-pages.ts';
import { waitUntilFinal } from './checks/final-block.ts';
import { startMailSink, type MailSink } from './load/mail-sink.ts';
import { openDatabases, type DatabaseKind, type Databases } from './target.ts';

/** The services that the shops of a run use: databases, chains, a mail server. Killing a shop does not kill them. */
export type Services = {
  readonly databases: Databases;
  readonly chains: Devchain;
  readonly mail: MailSink;
  stop(): Promise<void>;
};

/** With databases of its own, or those that are given, which then end with it. */
export async function startServices(wanted: DatabaseKind | Databases): Promise<Services> {
  await buildPages();
  const databases = typeof wanted === 'string' ? await openDatabases(wanted) : wanted;
  // They end with this process, however it ends.
  const chains = await startDevchainProcess({ blockTimeMs: 150 });
  await waitUntilFinal(chains);
  const mail = await startMailSink();
  const stop = async (): Promise<void> => {
    await Promise.all([mail.stop(), chains.stop()]);
    databases.stop();
  };
  return { databases, chains, mail, stop };
}
