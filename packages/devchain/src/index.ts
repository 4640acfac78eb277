export type {
  Devchain,
  DevchainControls,
  DevchainInfo,
  DevchainOptions,
  NetworkType,
  PastTransfer,
} from './devchain.ts';
export { startDevchain } from './start-devchain.ts';
export { startDevchainProcess } from './start-devchain-process.ts';
