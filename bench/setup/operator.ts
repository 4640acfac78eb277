import { paths, type Data, type EndpointName } from '@portside/contract';
import { randomBytes } from 'node:crypto';

/** A process of one operator who imports and withdraws stock over HTTP, as the page does. */
export type OperatorJob = {
  readonly origin: string;
  readonly token: string;
  readonly goodsId: string;
  readonly step: 'import' | 'export' | 'withdraw';
  /** The number of lines to import. */
  readonly lines: number;
  /** In characters; each part is sent when the last is answered. */
  readonly partChars: number;
};

const GENDER = 'male';
const FORM = { kind: 'text' };
const BYTES_A_LINE = 70;

process.on('message', (job: OperatorJob) => {
  const steps = { import: importLines, export: exportUnsold, withdraw: withdrawAll };
  void steps[job.step](job).then((items) => process.send!(items));
});

async function importLines(job: OperatorJob): Promise<number> {
  const file = { name: 'bench.txt', bytes: job.lines * BYTES_A_LINE, form: FORM };
  const opening = { goods_id: job.goodsId, gender: GENDER, file, has_right_to_sell: true };
  let batch = await call(job, 'openImport', { body: opening });
  const { id } = batch;
  let fromByte = 0;
  for (const text of makeParts(job)) {
    const body = { from_line: batch.lines, from_byte: fromByte, text, form: FORM };
    batch = await call(job, 'addImportLines', { id, body });
    fromByte += text.length;
  }
  return (await call(job, 'finishImport', { id })).added;
}

function* makeParts({ lines, partChars }: OperatorJob): Generator<string> {
  const tag = randomBytes(6).toString('hex');
  let part = '';
  for (let n = 0; n < lines; n += 1) {
    const line = `user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}\n`;
    if (part.length + line.length > partChars) {
      yield part;
      part = '';
    }
    part += line;
  }
  yield part;
}

/** Streams the file and counts its lines. */
async function exportUnsold(job: OperatorJob): Promise<number> {
  const answer = await ask(job, 'exportUnsold', { query: `?goods_id=${job.goodsId}&gender=${GENDER}` });
  let lines = 0;
  for await (const chunk of answer.body!) for (const byte of chunk) if (byte === 0x0a) lines += 1;
  return lines;
}

async function withdrawAll(job: OperatorJob): Promise<number> {
  const body = { goods_id: job.goodsId, gender: GENDER, reason: 'bench' };
  return (await call(job, 'withdrawStock', { body })).withdrawn;
}

type Sent = { readonly id?: string; readonly query?: string; readonly body?: object };

async function call<N extends EndpointName>(job: OperatorJob, name: N, sent: Sent): Promise<Data<N>> {
  const answer = await ask(job, name, sent);
  return ((await answer.json()) as { data: Data<N> }).data;
}

async function ask(
  { origin, token }: OperatorJob,
  name: EndpointName,
  { id = '', query = '', body }: Sent,
): Promise<Response> {
  const [method, path] = paths[name];
  const answer = await fetch(origin + path.replace(':id', id) + query, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  return answer;
}
