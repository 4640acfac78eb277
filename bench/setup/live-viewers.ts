import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A process of viewers: opens this many streams and records when each receives the awaited number. */
type ViewersJob = { readonly targets: readonly Target[]; readonly count: number };
type Target = { readonly host: string; readonly port: number };
export type ViewersMessage =
  | { readonly kind: 'open' }
  | { readonly kind: 'heard'; readonly atNs: readonly number[] };

/** The shop allows two hundred streams per address; loopback has enough addresses, and a proxy forwards them. */
const STREAMS_AN_ADDRESS = 200;
/** Simultaneous connection attempts. */
const CONNECTING = 100;
const LONGEST_WAIT_MS = 30_000;

process.once('message', (job: ViewersJob) => void run(job));

async function run({ targets, count }: ViewersJob): Promise<void> {
  const sockets: Socket[] = [];
  for (let first = 0; first < count; first += CONNECTING) {
    const size = Math.min(CONNECTING, count - first);
    sockets.push(...(await Promise.all(Array.from({ length: size }, (_, i) => open(targets, first + i)))));
  }
  process.on(
    'message',
    (sold: number) => void waitForAll(sockets, sold).then((atNs) => say({ kind: 'heard', atNs })),
  );
  say({ kind: 'open' });
}

/** Resolves when the first event has come. */
async function open(targets: readonly Target[], index: number): Promise<Socket> {
  const { host, port } = targets[index % targets.length]!;
  const address = `127.0.1.${1 + Math.floor(index / STREAMS_AN_ADDRESS)}`;
  const socket = connect({ port, host, ...(host === '127.0.0.1' && { localAddress: address }) });
  socket.write(
    `GET /api/live?visitor=viewer-${index} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.includes('HTTP/1.1 200')) throw new Error(answer.toString());
  return socket;
}

async function waitForAll(sockets: readonly Socket[], sold: number): Promise<number[]> {
  const mark = `"accounts_sold_today":${sold},`;
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const waits = sockets.map(async (socket) => {
    while (!((await once(socket, 'data', { signal })) as [Buffer])[0].includes(mark));
    return Number(process.hrtime.bigint());
  });
  return Promise.all(waits);
}

const say = (word: ViewersMessage): boolean => process.send!(word);
