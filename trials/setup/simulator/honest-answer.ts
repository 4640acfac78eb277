import { numberToHex } from 'viem';
import { type Face, type Branch, type WireFilter, fits, writeBlock } from './chain-model.ts';

/** A node's view of the chain at one moment. */
export type View = {
  readonly face: Face;
  readonly branch: Branch;
  readonly final: number;
  /** The last block whose logs are available. */
  readonly logsUpTo: number;
};

/** A JSON-RPC error. */
export class Refused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const INVALID_PARAMS = -32602;
const UNKNOWN_METHOD = -32601;
const FALSE = `0x${'0'.repeat(64)}`;

/** The answer of a node without a fault for its view. Throws `Refused`. */
export function answerHonestly(view: View, method: string, params: readonly unknown[]): unknown {
  const { face, branch } = view;
  switch (method) {
    case 'eth_chainId':
      return numberToHex(face.chainId);
    case 'eth_getBlockByNumber': {
      const block = branch[heightOf(view, String(params[0]))];
      return block ? writeBlock(block) : null;
    }
    case 'eth_getLogs':
      return findLogs(view, params[0] as WireFilter);
    case 'eth_getTransactionReceipt':
      return (
        branch
          .flatMap((block) => block.receipts)
          .find(({ transactionHash }) => transactionHash === params[0]) ?? null
      );
    case 'eth_call':
      return FALSE;
    default:
      throw new Refused(UNKNOWN_METHOD, `the method ${method} does not exist/is not available`);
  }
}

function heightOf({ branch, final, face }: View, tag: string): number {
  if (tag === 'latest') return branch.length - 1;
  if (tag === 'finalized') return final;
  if (!tag.startsWith('0x')) throw new Refused(INVALID_PARAMS, `TAG ${tag} not supported on ${face.network}`);
  return Number(tag);
}

function findLogs(view: View, filter: WireFilter): unknown {
  const [from, to] = [heightOf(view, filter.fromBlock), heightOf(view, filter.toBlock)];
  const head = view.branch.length - 1;
  const { mostBlocks } = view.face;
  if (mostBlocks === null && to > head)
    throw new Refused(INVALID_PARAMS, 'block range extends beyond current head block');
  if (mostBlocks !== null && Math.min(to, head) - from > mostBlocks)
    throw new Refused(INVALID_PARAMS, `exceed max block range: ${mostBlocks}`);
  return view.branch
    .slice(from, Math.min(to, view.logsUpTo) + 1)
    .flatMap((block) => block.receipts)
    .flatMap((receipt) => receipt.logs)
    .filter((log) => fits(log, filter));
}
