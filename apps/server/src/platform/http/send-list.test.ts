import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import type { Ctx } from '../context.ts';
import { sendList, type Columns, type Part } from './send-list.ts';

let ctx: Ctx;
beforeAll(async () => {
  const admin = await signInAdmin((await createWorld()).ctx);
  ctx = { ...admin.ctx, clock: { now: () => new Date('2026-11-20T12:00:00Z') } };
});
const columns: Columns<number> = {
  number: (row) => row,
  isEven: (row) => row % 2 === 0,
  half: (row) => (row % 2 === 0 ? row / 2 : null),
};

let http: FastifyInstance | undefined;
afterEach(() => http?.close());

/** A list of this many numbers; `fail` may throw instead of a part. Records which parts were read. */
async function serve(count: number, fail: (part: Part) => void = () => undefined) {
  const read: Part[] = [];
  http = fastify();
  http.get('/', (_request, reply) =>
    sendList(ctx, reply, {
      name: 'numbers',
      action: 'goods.export',
      subject: 'goods',
      query: { q: 'odd', even: undefined },
      columns,
      readPage: async (part) => {
        read.push(part);
        fail(part);
        const begin = Number(part.cursor ?? 0);
        const end = Math.min(begin + part.limit, count);
        const items = Array.from({ length: end - begin }, (_, index) => begin + index);
        return { items, next_cursor: end < count ? String(end) : null };
      },
    }),
  );
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  return { url, read };
}

test('a list is exported to its end, page by page', async () => {
  const { url, read } = await serve(2_500);
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="numbers-2026-11-20.csv"');
  const lines = (await answer.text()).split('\r\n');
  expect(lines).toHaveLength(2_502);
  expect([...lines.slice(0, 3), lines.at(-2)]).toEqual([
    'number,isEven,half',
    '0,true,0',
    '1,false,',
    '2499,false,',
  ]);
  expect(read).toEqual([{ limit: 1_000 }, ...['1000', '2000'].map((cursor) => ({ limit: 1_000, cursor }))]);
});

const entries = () =>
  ctx.db.selectFrom('audit_entries').select(['action', 'subject', 'after']).orderBy('id', 'desc').execute();

test('an export is audited before it is sent, with its filter, and its rows if they are few', async () => {
  await fetch((await serve(7)).url);
  await http!.close();
  const long = await fetch((await serve(2_500)).url);
  const noted = { action: 'goods.export', subject: 'goods' };
  expect((await entries()).slice(0, 2)).toEqual([
    { ...noted, after: { filter: 'q=odd', rows: '1000+' } },
    { ...noted, after: { filter: 'q=odd', rows: 7 } },
  ]);
  await long.text();
});

test('an empty list is a file with a header only', async () => {
  const { url } = await serve(0);
  expect(await (await fetch(url)).text()).toBe('number,isEven,half\r\n');
});

test('refusals of the list are answered as refusals', async () => {
  const before = await entries();
  const { url } = await serve(5, () => {
    throw Object.assign(new Error('no such thing'), { statusCode: 404 });
  });
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
  expect(await entries()).toEqual(before);
});

test('a list that fails midway does not look complete', async () => {
  const { url } = await serve(5_000, ({ cursor }) => {
    if (cursor === '3000') throw new Error('the database is gone');
  });
  await expect((await fetch(url)).text()).rejects.toThrow('terminated');
});

test('rows are read no faster than the client receives them, and not after it disconnects', async () => {
  const { url, read } = await serve(10_000_000);
  const gone = new AbortController();
  const answer = await fetch(url, { signal: gone.signal });
  await settled(() => read.length);
  expect(read.length).toBeLessThan(1_000);
  gone.abort();
  await expect(answer.text()).rejects.toThrow('abort');
  const last = await settled(() => read.length);
  expect(last).toBeLessThan(1_000);
});

/** The value once it has stopped changing. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; before !== read();) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return read();
}
