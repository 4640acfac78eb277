export type { Devchain, DevchainControls, DevchainInfo, DevchainOptions, NetworkType } from './devchain.ts';
export { startDevchain } from './start-devchain.ts';
export { startDevchainProcess } from './start-devchain-process.ts';
