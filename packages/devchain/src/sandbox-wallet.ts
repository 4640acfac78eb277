import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

/**
 * The wallet that holds the test money. Its key is generated once and stored in the folder, readable by its owner only.
 */
export async function openSandboxWallet(dataDir: string | undefined): Promise<PrivateKeyAccount> {
  if (!dataDir) return privateKeyToAccount(generatePrivateKey());
  const path = join(dataDir, 'sandbox-wallet.key');
  try {
    await writeFile(path, generatePrivateKey(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return privateKeyToAccount((await readFile(path, 'utf8')).trim() as Hex);
}
