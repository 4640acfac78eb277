import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import type { Devchain, DevchainOptions } from './devchain.ts';
import type { FromDevchain, ToDevchain } from './process-messages.ts';

const GONE = 'The local chains ended unexpectedly';

/**
 * Starts the chains in a process of their own, which saves and exits when this one ends. Rejects with the reason when
 * they do not start.
 */
export async function startDevchainProcess(options: DevchainOptions = {}): Promise<Devchain> {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    // Supports bigint.
    serialization: 'advanced',
    execArgv: [],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const chains = await started(child, options);
  const sendUsdt = createSendUsdt(child);
  return {
    chains,
    sendUsdt,
    async stop() {
      if (child.connected) tell(child, { kind: 'stop' });
      await exited;
    },
  };
}

function started(child: ChildProcess, options: DevchainOptions): Promise<Devchain['chains']> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(GONE)));
    child.once('message', (message: FromDevchain) => {
      if (message.kind === 'started') resolve(message.chains);
      if (message.kind === 'failed') reject(new Error(message.message));
    });
    tell(child, { kind: 'start', options });
  });
}

function createSendUsdt(child: ChildProcess): Devchain['sendUsdt'] {
  const waiting = new Map<number, PromiseWithResolvers<Hex>>();
  let lastId = 0;
  child.on('message', (message: FromDevchain) => {
    if (message.kind !== 'sent' && message.kind !== 'notSent') return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'sent') call?.resolve(message.hash);
    else call?.reject(new Error(message.message));
  });
  child.once('exit', () => {
    for (const call of waiting.values()) call.reject(new Error(GONE));
    waiting.clear();
  });
  return async (type, to, amountMicro) => {
    if (!child.connected) throw new Error(GONE);
    const call = Promise.withResolvers<Hex>();
    lastId += 1;
    waiting.set(lastId, call);
    tell(child, { kind: 'send', id: lastId, type, to, amountMicro });
    return call.promise;
  };
}

function tell(child: ChildProcess, message: ToDevchain): void {
  child.send(message);
}
