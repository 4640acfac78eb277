import { connect } from 'node:net';
import { rateOf, type Rate } from './report.ts';

/**
 * A process of cheap callers: each sends the same request again once it is answered, and parses no more of the answer
 * than where it ends.
 */
export type RawJob = {
  readonly port: number;
  /** One for each caller, from the request line to the end of the body. */
  readonly requests: readonly string[];
  readonly seconds: number;
  /** Every answer must contain it. */
  readonly status: number;
};

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

process.on('message', (job: RawJob) => void run(job).then((rate) => process.send!(rate)));

async function run({ port, requests, seconds, status }: RawJob): Promise<Rate> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(requests.map((request) => repeat(port, request, { end, status, latencies })));
  return rateOf(latencies, start);
}

type Run = { readonly end: number; readonly status: number; readonly latencies: number[] };

function repeat(port: number, request: string, { end, status, latencies }: Run): Promise<void> {
  const bytes = Buffer.from(request);
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let askedAt = 0;
    let left = 0;
    let isChunked = false;
    let head = '';
    const ask = (): void => {
      askedAt = performance.now();
      socket.write(bytes);
    };
    const finish = (): void => {
      latencies.push(performance.now() - askedAt);
      if (performance.now() < end) ask();
      else socket.end(() => resolve());
    };
    socket.once('connect', ask).once('error', reject);
    socket.on('data', (part) => {
      if (isChunked) {
        if (!part.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return;
        isChunked = false;
        return finish();
      }
      if (left === 0) {
        head += part.toString('latin1');
        const body = head.indexOf('\r\n\r\n') + 4;
        if (body < 4) return;
        if (!head.startsWith(`HTTP/1.1 ${status}`)) return reject(new Error(head));
        isChunked = /transfer-encoding: chunked/i.test(head);
        if (isChunked) {
          const isWhole = head.endsWith('\r\n0\r\n\r\n');
          head = '';
          if (!isWhole) return;
          isChunked = false;
          return finish();
        }
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        left = length - (head.length - body);
        head = '';
      } else left -= part.length;
      if (left === 0) finish();
    });
  });
}
