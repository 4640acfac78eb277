import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import type { Devchain, DevchainOptions, NetworkType, PastTransfer } from './devchain.ts';

const GONE = 'The local chains ended unexpectedly';

/**
 * Starts the chains in a process of their own, which saves and exits when this one ends. Rejects with the reason when
 * they do not start.
 */
export async function startDevchainProcess(options: DevchainOptions = {}): Promise<Devchain> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    // Supports bigint.
    serialization: 'advanced',
    // It runs beside the shop for days and does little: a small young generation saves memory.
    execArgv: ['--max-semi-space-size=2'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const { chains, isNew } = await started(child, options);
  const ask = createAsk(child);
  return {
    chains,
    isNew,
    sendUsdt: async (type, to, amountMicro) => (await ask({ kind: 'send', type, to, amountMicro })) as Hex,
    sendCall: async (type, to, data) => (await ask({ kind: 'call', type, to, data })) as Hex,
    signText: async (type, text) => (await ask({ kind: 'sign', type, text })) as Hex,
    giveCoin: async (type, to) => (await ask({ kind: 'give', type, to })) as bigint,
    replay: async (type, transfers, until) =>
      (await ask({ kind: 'replay', type, transfers, until })) as Hex[],
    returnToPresent: async () => void (await ask({ kind: 'return' })),
    onBlock: (listen) =>
      void child.on('message', (message: FromDevchain) => {
        if (message.kind === 'block') listen(message.type);
      }),
    async stop() {
      if (child.connected) tell(child, { kind: 'stop' });
      await exited;
    },
  };
}

function started(child: ChildProcess, options: DevchainOptions): Promise<Pick<Devchain, 'chains' | 'isNew'>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(GONE)));
    // Not only the first one: under `node --watch`, Node's own messages come before.
    child.on('message', (message: FromDevchain) => {
      if (message.kind === 'started') resolve(message);
      if (message.kind === 'failed') reject(new Error(message.message));
    });
    tell(child, { kind: 'start', options });
  });
}

type Call = Extract<ToDevchain, { id: number }>;
type WithoutId<Message> = Message extends Call ? Omit<Message, 'id'> : never;

/** Sends a call and resolves with its answer. */
function createAsk(child: ChildProcess): (call: WithoutId<Call>) => Promise<CallResult> {
  const waiting = new Map<number, PromiseWithResolvers<CallResult>>();
  let lastId = 0;
  child.on('message', (message: FromDevchain) => {
    if (message.kind !== 'done' && message.kind !== 'failedCall') return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'done') call?.resolve(message.result);
    else call?.reject(new Error(message.message));
  });
  child.once('exit', () => {
    for (const call of waiting.values()) call.reject(new Error(GONE));
    waiting.clear();
  });
  return async (message) => {
    if (!child.connected) throw new Error(GONE);
    const call = Promise.withResolvers<CallResult>();
    lastId += 1;
    waiting.set(lastId, call);
    tell(child, { ...message, id: lastId });
    return call.promise;
  };
}

/** Ignores a process that is ending; its end is noticed anyway. */
function tell(child: ChildProcess, message: ToDevchain): void {
  child.send(message, () => undefined);
}

/** Messages from the shop's process to the chains' process. */
export type ToDevchain =
  | { kind: 'start'; options: DevchainOptions }
  | { kind: 'send'; id: number; type: NetworkType; to: Hex; amountMicro: bigint }
  | { kind: 'call'; id: number; type: NetworkType; to: Hex | null; data: Hex }
  | { kind: 'sign'; id: number; type: NetworkType; text: string }
  | { kind: 'give'; id: number; type: NetworkType; to: Hex }
  | { kind: 'replay'; id: number; type: NetworkType; transfers: readonly PastTransfer[]; until: Date }
  | { kind: 'return'; id: number }
  | { kind: 'stop' };

export type CallResult = Hex | Hex[] | bigint | null;

/** Messages from the chains' process to the shop's. */
export type FromDevchain =
  | { kind: 'started'; chains: Devchain['chains']; isNew: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'block'; type: NetworkType }
  | { kind: 'done'; id: number; result: CallResult }
  | { kind: 'failedCall'; id: number; message: string };
