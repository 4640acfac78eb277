import { type SimBlock, type WireLog, type WireReceipt, writeReceipts } from './chain-model.ts';
import type { Fault, ActiveFault } from './fault.ts';
import type { View } from './honest-answer.ts';

/** The node is honest about a chain that is not the true one. */
export const VIEW_FAULTS: readonly Fault[] = [
  { name: 'lags behind', see: (view, { depth }) => lag(view, depth) },
  {
    name: 'stands still',
    see: (view, { since }) => ({ ...view, ...since, logsUpTo: since.branch.length - 1 }),
  },
  {
    name: 'hides several backends, one of which lags',
    deceives: true,
    see: (view, { depth }, random) => (random.chance(0.5) ? view : lag(view, depth)),
  },
  {
    name: 'indexes logs late and answers with none',
    deceives: true,
    see: (view, { depth }) => ({ ...view, logsUpTo: view.branch.length - 1 - depth }),
  },
  {
    name: 'has no log index and answers with none',
    deceives: true,
    see: (view) => ({ ...view, logsUpTo: -1 }),
  },
  {
    name: 'has empty blocks in place of some',
    deceives: true,
    see: (view, { depth }) =>
      alterBlocks(view, (block) => (block.number % 3 === depth % 3 ? { ...block, receipts: [] } : block)),
  },
  {
    name: 'calls its head final',
    deceives: true,
    see: (view) => ({ ...view, final: view.branch.length - 1 }),
  },
  { name: 'calls final what it does not have', see: (view) => ({ ...view, final: view.branch.length + 4 }) },
  {
    name: 'is on another chain',
    see: (view) => ({ ...view, face: { ...view.face, chainId: view.face.chainId + 1 } }),
  },
  {
    name: 'follows a short fork',
    partsAt: ({ final, tip }, random) => final + random.below(tip.number - final + 1),
    see: (view, activeFault) => {
      const fork = seeOwn(view, activeFault);
      return { ...fork, final: Math.min(view.final, activeFault.since.final) };
    },
  },
  {
    name: 'follows a fork that it calls final',
    deceives: true,
    partsAt: ({ final }, random) => Math.max(0, final - random.below(6)),
    see: seeOwn,
  },
  {
    name: 'invents a payment in a block that exists',
    deceives: true,
    see: (view, { fakePayment, since }) =>
      alterBlocks(view, (block) =>
        block.number === since.final + 1
          ? { ...block, receipts: [...block.receipts, invent(fakePayment, block)] }
          : block,
      ),
  },
  {
    name: 'changes amounts',
    deceives: true,
    see: (view) =>
      alterLogs(view, (log) => ({ ...log, data: log.data.length === 66 ? addOne(log.data) : log.data })),
  },
  {
    name: 'changes senders',
    deceives: true,
    see: (view) =>
      alterLogs(view, (log) => ({
        ...log,
        topics: log.topics.map((topic, at) => (at === 1 ? addOne(topic) : topic)),
      })),
  },
  {
    name: 'calls good transactions failed',
    deceives: true,
    see: (view) => alterReceipts(view, (receipt) => ({ ...receipt, status: '0x0' })),
  },
  {
    name: 'tells other times',
    deceives: true,
    see: (view) => alterBlocks(view, (block) => ({ ...block, timestamp: block.timestamp - 86_400 })),
  },
];

function lag(view: View, depth: number): View {
  const branch = view.branch.slice(0, Math.max(1, view.branch.length - depth));
  const final = Math.max(0, Math.min(view.final, view.face.finalUnder(branch.length - 1)));
  return { ...view, branch, final, logsUpTo: branch.length - 1 };
}

function seeOwn(view: View, { own }: ActiveFault): View {
  if (!own) throw new Error('this fault needs a branch of its own');
  return { ...view, branch: own.branch, final: own.final, logsUpTo: own.branch.length - 1 };
}

const alterBlocks = (view: View, alter: (block: SimBlock) => SimBlock): View => ({
  ...view,
  branch: view.branch.map(alter),
});

const alterReceipts = (view: View, alter: (receipt: WireReceipt) => WireReceipt): View =>
  alterBlocks(view, (block) =>
    block.receipts.length > 0 ? { ...block, receipts: block.receipts.map(alter) } : block,
  );

const alterLogs = (view: View, alter: (log: WireLog) => WireLog): View =>
  alterReceipts(view, (receipt) => ({ ...receipt, logs: receipt.logs.map(alter) }));

function invent(fakePayment: ActiveFault['fakePayment'], block: SimBlock): WireReceipt {
  const [receipt] = writeReceipts([{ hash: `0x${'1e'.repeat(32)}`, events: [fakePayment] }], block);
  return receipt!;
}

/** Changes the last digit of a word. */
const addOne = <T extends string>(word: T): T =>
  `${word.slice(0, -1)}${((Number.parseInt(word.slice(-1), 16) + 1) % 16).toString(16)}` as T;
