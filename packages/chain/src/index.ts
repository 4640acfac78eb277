/**
 * USDT on the supported networks: network records, addresses, transactions and scanning for transfers. Knows no order
 * and no database.
 */
export {
  formatAddress,
  isHexForm,
  parseAddress,
  parseAddressOrNull,
  parseWallet,
} from './networks/address.ts';
export { explorerAddressUrl, explorerTxUrl } from './networks/explorer.ts';
export { readCursorAt, readFinalCursor } from './scanning/final-cursor.ts';
export {
  chainNameOf,
  chainsOf,
  create2PrefixOf,
  isPrivateChain,
  typicalFinalityBlocks,
} from './networks/chains.ts';
export {
  type Family,
  familyOf,
  type Network,
  findNetworkByName,
  networkRecords,
  recordOf,
} from './networks/registry.ts';
export { pinnedToken } from './networks/chains.ts';
export { microScaleOf, toMicro, toUnits } from './token/units.ts';
export { countRespondingNodes } from './nodes/read-node-views.ts';
export { NodeError } from './nodes/node-error.ts';
export { lookUpTransaction, proveTransfer, type LookedUpTransaction } from './nodes/look-up-transaction.ts';
export { createNode, inspectNode, readCodes } from './nodes/node.ts';
export { ScanMemory } from './scanning/scan-memory.ts';
export { readTokenState, type TokenState } from './token/token-state.ts';
export { readBlacklisted } from './token/token-state.ts';
export { scan } from './scanning/scan.ts';
export { hashSignedText, hashTronText, recoverSigner } from './networks/signed-text.ts';
export { readContractSignature, type SignatureReaders } from './nodes/read-contract-signature.ts';
export { fromBase58, rangeOfBase58, toBase58 } from './tron/address.ts';
export { buildDeployTransaction, buildTriggerTransaction, type TronBlock } from './tron/transaction.ts';
export { isBenign, isSentToCheckout, transferCall } from './scanning/transfers.ts';
export { formatTxHash, parseTxHash } from './networks/address.ts';
export type { LogFinding } from './types.ts';
export type {
  ChainNode,
  ChainTransfer,
  Cursor,
  NodeProblem,
  Quarantined,
  ScanOutcome,
  Watch,
} from './types.ts';
