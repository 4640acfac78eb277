import type { Devchain } from './devchain.ts';
import type { CallResult, FromDevchain, ToDevchain } from './start-devchain-process.ts';
import { startDevchain } from './start-devchain.ts';

let starting: Promise<Devchain> | undefined;

// Ctrl-C is sent to every process of a terminal; the parent decides when the chains end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void stop());
// The parent has ended, for whatever reason: save, and leave no node running.
process.on('disconnect', () => void stop());

process.on('message', (message: ToDevchain) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'stop') void stop();
  else void answer(message);
});

async function start({ options }: Extract<ToDevchain, { kind: 'start' }>): Promise<void> {
  starting = startDevchain(options);
  try {
    const { chains, isNew, onBlock } = await starting;
    onBlock((type) => tell({ kind: 'block', type }));
    tell({ kind: 'started', chains, isNew });
  } catch (error) {
    tell({ kind: 'failed', message: wordsOf(error) });
    process.disconnect();
  }
}

type Call = Extract<ToDevchain, { id: number }>;

async function answer(message: Call): Promise<void> {
  const { id } = message;
  try {
    const devchain = await starting;
    if (!devchain) throw new Error('The local chains are not started');
    tell({ kind: 'done', id, result: await doCall(devchain, message) });
  } catch (error) {
    tell({ kind: 'failedCall', id, message: wordsOf(error) });
  }
}

async function doCall(devchain: Devchain, message: Call): Promise<CallResult> {
  if (message.kind === 'send') return devchain.sendUsdt(message.type, message.to, message.amountMicro);
  if (message.kind === 'call') return devchain.sendCall(message.type, message.to, message.data);
  if (message.kind === 'sign') return devchain.signText(message.type, message.text);
  if (message.kind === 'give') return devchain.giveCoin(message.type, message.to);
  if (message.kind === 'replay') return devchain.replay(message.type, message.transfers, message.until);
  await devchain.returnToPresent();
  return null;
}

async function stop(): Promise<void> {
  try {
    // A failed start has been reported already.
    const devchain = await starting?.catch(() => undefined);
    await devchain?.stop();
    process.exit(0);
  } catch (error) {
    process.emitWarning(`The local chains did not end well: ${wordsOf(error)}`);
    process.exit(1);
  }
}

function tell(message: FromDevchain): void {
  // The parent may exit at any moment; `disconnect` then says so.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
