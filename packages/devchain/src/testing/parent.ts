import type { DevchainOptions } from '../devchain.ts';
import { startDevchainProcess } from '../start-devchain-process.ts';

// Stands in for the shop: starts the chains, sends once, prints their addresses and waits to be killed.
const options = JSON.parse(process.argv[2] ?? '{}') as DevchainOptions;
const devchain = await startDevchainProcess(options);
const hash = await devchain.sendUsdt('TRON', devchain.chains.TRON.walletAddress, 7_000_000n);
process.stdout.write(`${JSON.stringify({ chains: devchain.chains, hash })}\n`);
