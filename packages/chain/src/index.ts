/** USDT on the networks there are: their records, addresses, transactions and the reading of transfers. Knows no order, no database. */
export { formatAddress, isHexForm, parseAddress } from './address.ts';
export { explorerAddressUrl, explorerTxUrl } from './explorer.ts';
export { readCursorAt, readFinalCursor } from './final-cursor.ts';
export { inspectNode } from './inspect-node.ts';
export {
  chainNameOf,
  type Family,
  familyOf,
  findPublicChain,
  isPrivateChain,
  mainChainOf,
  type Network,
  networkNamed,
  type NetworkRecord,
  networkRecords,
  recordOf,
  usualDepthOf,
} from './networks.ts';
export { pinnedToken } from './pinned-token.ts';
export { toMicro, toUnits } from './units.ts';
export { countAnswering } from './look-at-nodes.ts';
export { NodeError, type NodeErrorKind } from './node-error.ts';
export { createNode, type NodeOptions } from './node.ts';
export { PendingMemory } from './pending-memory.ts';
export { readTokenState, type TokenState } from './read-token-state.ts';
export { readCodes } from './read-codes.ts';
export { readBlackListed } from './read-black-listed.ts';
export { scan } from './scan.ts';
export { hashTronText, recoverSigner } from './signed-text.ts';
export { fromBase58, isTronAddress, toBase58 } from './tron-address.ts';
export {
  buildTriggerTransaction,
  type TriggerCall,
  type TronBlock,
  type UnsignedTronTransaction,
} from './tron-transaction.ts';
export { isHarmless } from './transfers.ts';
export { formatTxHash, parseTxHash } from './tx-hash.ts';
export type {
  ChainNode,
  ChainTransfer,
  Cursor,
  PendingView,
  Quarantined,
  ScanOutcome,
  Watch,
} from './types.ts';
