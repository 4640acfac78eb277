import type { Fault, Question } from './fault.ts';
import { VIEW_FAULTS } from './view-faults.ts';
import { numberToHex } from 'viem';
import { answerHonestly, Refused } from './honest-answer.ts';
import type { WireBlock, WireFilter, WireLog, WireReceipt } from './chain-model.ts';

const OTHER_HASH = `0x${'99'.repeat(32)}` as const;

/** The node sees the true chain and answers something else. */
const ANSWER_FAULTS: readonly Fault[] = [
  onLogs(
    'leaves out the logs of some blocks',
    (logs, { activeFault }) => logs.filter((log) => Number(log.blockNumber) % 3 !== activeFault.depth % 3),
    { deceives: true },
  ),
  onLogs('ignores the filter', (_, { view, params }) => {
    const { fromBlock, toBlock } = params[0] as WireFilter;
    return view.branch
      .slice(Number(fromBlock), Number(toBlock) + 1)
      .flatMap((block) => block.receipts.flatMap((receipt) => receipt.logs));
  }),
  onLogs('ignores the range', (_, { view, params }) => {
    const wide = {
      ...(params[0] as WireFilter),
      fromBlock: '0x0',
      toBlock: numberToHex(view.branch.length - 1),
    };
    return answerHonestly(view, 'eth_getLogs', [wide]);
  }),
  onLogs('forges a log', (logs, { view, params, activeFault: { fakePayment } }) => {
    const block = view.branch[Number((params[0] as WireFilter).toBlock)];
    if (!block) return logs;
    const place = {
      blockNumber: numberToHex(block.number),
      blockHash: block.hash,
      transactionHash: OTHER_HASH,
    };
    const { address, topics, data } = fakePayment;
    return [...logs, { address, topics: [...topics], data, ...place, logIndex: '0x0', removed: false }];
  }),
  onLogs('gives logs twice', (logs) => [...logs, ...logs]),
  onLogs('gives logs in another order', (logs) => logs.toReversed()),
  onLogs('gives logs of another block', (logs) => logs.map((log) => ({ ...log, blockHash: OTHER_HASH }))),
  onLogs('gives logs that were removed', (logs) => logs.map((log) => ({ ...log, removed: true }))),
  onLogs('answers logs with null', () => null),
  onLogs('takes twenty blocks at most', (logs, { params }) => {
    const { fromBlock, toBlock } = params[0] as WireFilter;
    if (Number(toBlock) - Number(fromBlock) >= 20) throw new Refused(-32_602, 'exceed max block range: 20');
    return logs;
  }),
  onLogs('gives one log at most', (logs) => {
    if (logs.length > 1) throw new Refused(-32_005, 'query returned more than 1 results');
    return logs;
  }),
  onReceipt('has no receipts', () => null),
  onReceipt('has receipts without logs', (receipt) => ({ ...receipt, logs: [] })),
  onReceipt('has receipts of another block', (receipt) => ({ ...receipt, blockHash: OTHER_HASH })),
  onReceipt('has receipts with gaps', ({ logs, ...receipt }) => ({
    ...receipt,
    logs: logs.map((log, at) =>
      at === 0 ? log : { ...log, logIndex: numberToHex(Number(log.logIndex) + 1) },
    ),
  })),
  onReceipt('shuffles receipts', ({ logs, ...receipt }) => ({ ...receipt, logs: logs.toReversed() })),
  onReceipt('gives the receipt of another', (receipt) => ({ ...receipt, transactionHash: OTHER_HASH })),
  onBlock('has no blocks', () => null),
  onBlock('gives the head for any numbered block', (block, { view, params }) =>
    String(params[0]).startsWith('0x') ? answerHonestly(view, 'eth_getBlockByNumber', ['latest']) : block,
  ),
  onBlock('writes numbers as words', (block) => ({ ...block, number: 'latest' })),
  {
    name: 'writes in capitals',
    say: ({ honest }) =>
      JSON.parse(
        JSON.stringify(honest()).replaceAll(
          /"0x[0-9a-f]+"/g,
          (hex) => `"0x${hex.slice(3, -1).toUpperCase()}"`,
        ),
      ) as unknown,
  },
  {
    name: 'does not know the method',
    say({ method }) {
      throw new Refused(-32_601, `the method ${method} does not exist/is not available`);
    },
  },
];

function onLogs(
  name: string,
  say: (logs: WireLog[], question: Question) => unknown,
  more: Pick<Fault, 'deceives'> = {},
): Fault {
  return {
    name,
    ...more,
    say: on('eth_getLogs', (honest, question) => say(honest as WireLog[], question)),
  };
}

function onReceipt(name: string, say: (receipt: WireReceipt) => unknown): Fault {
  return { name, say: on('eth_getTransactionReceipt', (honest) => say(honest as WireReceipt)) };
}

function onBlock(name: string, say: (block: WireBlock, question: Question) => unknown): Fault {
  return {
    name,
    say: on('eth_getBlockByNumber', (honest, question) => say(honest as WireBlock, question)),
  };
}

/** An answer of null is left unchanged. */
function on(
  method: string,
  say: (honest: unknown, question: Question) => unknown,
): (one: Question) => unknown {
  return (question) => {
    const honest = question.honest();
    return question.method === method && honest !== null ? say(honest, question) : honest;
  };
}

/** The response is no answer at all. */
const TRANSPORT_FAULTS: readonly Fault[] = [
  { name: 'answers 500', send: () => page('Internal Server Error', 500) },
  { name: 'answers 503 without a word', send: () => page('', 503) },
  { name: 'answers 429', send: () => page('slow down', 429) },
  {
    name: 'limits within a 200 that is no envelope',
    send: () => page('{"Error":"class java.lang.IllegalAccessException : lack of computing resources"}'),
  },
  {
    name: 'limits within the envelope',
    send: () =>
      page('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"daily request count exceeded"}}'),
  },
  { name: 'answers with a page', send: () => page('<html>Please sign in</html>') },
  { name: 'cuts its answers short', send: (text) => page(text.slice(0, -3)) },
  { name: 'answers with nothing', send: () => page('') },
  { name: 'answers null', send: () => page('null') },
  { name: 'refuses connections', send: () => Promise.reject(new TypeError('fetch failed')) },
  {
    name: 'hangs',
    send: (_, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
  },
];

function page(text: string, status = 200): Promise<Response> {
  return Promise.resolve(new Response(text, { status, headers: { 'content-type': 'application/json' } }));
}

export const FAULTS: readonly Fault[] = [...VIEW_FAULTS, ...ANSWER_FAULTS, ...TRANSPORT_FAULTS];
