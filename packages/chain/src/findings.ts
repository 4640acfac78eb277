/** What was found, as a code with named facts, put into words in the reader's language where it is shown. */
type Found<Code extends string, Facts extends Readonly<Record<string, string | number>> = {}> = {
  readonly code: Code;
  readonly facts: Facts;
};
type OfNode = { readonly node: string };
type OfCall = OfNode & { readonly method: string };

/** What is wrong with one node. `answer` is a technical text, mostly the node's own. */
export type NodeFinding =
  | Found<'nodeUnreachable' | 'nodeLimited' | 'nodeRefused' | 'nodeWrong', OfCall & { answer: string }>
  | Found<'nodeTimedOut', OfCall>
  | Found<'nodeSlow', OfNode>
  | Found<'nodeOtherChain', OfNode & { found: number; expected: number }>
  | Found<'nodeFinalAboveHead', OfNode & { final: number; head: number }>
  | Found<'nodeBehind', OfNode & { final: number; read: number }>
  | Found<'nodeWithoutBlock' | 'nodeOtherBlock', OfNode & { block: number }>
  | Found<'nodeDissents', OfNode & { from: number; to: number }>;

/** Why a chain was not read, or not to its newest block. */
export type ScanFinding =
  | NodeFinding
  | Found<'nodesTooFew', { needed: number; set: number }>
  | Found<'nodesDisagreeOnBlock', { nodes: string; block: number; from: number; to: number }>
  | Found<'nodesDisagreeOnTransfers', { nodes: string; from: number; to: number }>
  | Found<'startUnknown' | 'blacklistUnknown' | 'olderBlocksFirst' | 'rangeTooLarge'>
  | Found<'blocksNotFinal', { count: number }>;

/** The rule that a log breaks. */
export type LogFinding =
  | Found<'logZero' | 'logOwn' | 'logFailed' | 'logTopics' | 'logAddress' | 'logAmount' | 'logTooLarge'>
  | Found<'logRecordedOtherwise'>
  | Found<'logToCheckout', { amount: string; from: string }>;
