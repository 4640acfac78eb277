import type { Devchain } from './devchain.ts';
import type { FromDevchain, ToDevchain } from './process-messages.ts';
import { startDevchain } from './start-devchain.ts';

let starting: Promise<Devchain> | undefined;

// Ctrl-C is sent to every process of a terminal; the parent decides when the chains end.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void stop());
// The parent has ended, for whatever reason: save, and leave no node running.
process.on('disconnect', () => void stop());

process.on('message', (message: ToDevchain) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'send' || message.kind === 'give') void answer(message);
  else void stop();
});

async function start({ options }: Extract<ToDevchain, { kind: 'start' }>): Promise<void> {
  starting = startDevchain(options);
  try {
    const { chains } = await starting;
    tell({ kind: 'started', chains });
  } catch (error) {
    tell({ kind: 'failed', message: wordsOf(error) });
    process.disconnect();
  }
}

async function answer(message: Extract<ToDevchain, { kind: 'send' | 'give' }>): Promise<void> {
  const { id, type, to } = message;
  try {
    const devchain = await starting;
    if (!devchain) throw new Error('The local chains are not started');
    const result = await (message.kind === 'send'
      ? devchain.sendUsdt(type, to, message.amountMicro)
      : devchain.giveCoin(type, to));
    tell({ kind: 'done', id, result });
  } catch (error) {
    tell({ kind: 'failedCall', id, message: wordsOf(error) });
  }
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
  if (process.connected) process.send?.(message);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
