import { expect, test } from 'vitest';
import { readEnvelope, readFile } from './envelope.ts';

const json = (body: unknown, status = 200) => Response.json(body, { status });

test('code 200 answers its data', async () => {
  expect(await readEnvelope(json({ code: 200, message: 'ok', data: { a: 1 } }))).toEqual({ a: 1 });
});

test('a refusal carries code, name and the server message', async () => {
  await expect(readEnvelope(json({ code: 511, message: 'no' }, 401))).rejects.toMatchObject({
    code: 511,
    errorName: 'wrongLogin',
    message: 'no',
  });
});

test('a refusal says which fields are at fault', async () => {
  const faults = [{ field: 'password', fault: 'short', limit: 6 }];
  const refused = readEnvelope(json({ code: 519, message: 'no', data: null, faults }, 400));
  await expect(refused).rejects.toMatchObject({ errorName: 'invalidFormat', cause: { faults } });
});

test('a refusal inside HTTP 200 is still a refusal', async () => {
  await expect(readEnvelope(json({ code: 506, message: 'gone' }))).rejects.toMatchObject({ code: 506 });
});

test('an unknown code keeps the server message', async () => {
  await expect(readEnvelope(json({ code: 999999, message: 'new rule' }, 409))).rejects.toMatchObject({
    errorName: undefined,
    message: 'new rule',
  });
});

test('no envelope: the HTTP status is the code', async () => {
  const page = new Response('<html>Bad gateway</html>', { status: 502 });
  await expect(readEnvelope(page)).rejects.toMatchObject({ code: 502, message: '' });
});

test("a gateway's status is not taken for our code of the same number", async () => {
  const page = (status: number) => new Response('<html></html>', { status });
  await expect(readEnvelope(page(502))).rejects.toMatchObject({ errorName: undefined });
  await expect(readFile(page(504))).rejects.toMatchObject({ errorName: undefined });
  await expect(readEnvelope(page(401))).rejects.toMatchObject({ errorName: 'notSignedIn' });
});

test('a file passes untouched', async () => {
  expect(await (await readFile(new Response('a----b\n'))).text()).toBe('a----b\n');
});

test('a file has the name that the server gives it, in any script', async () => {
  const named = (disposition: string) =>
    readFile(new Response('', { headers: { 'content-disposition': disposition } }));
  expect((await named('attachment; filename="a b.csv"')).name).toBe('a b.csv');
  expect((await named('attachment; filename="__.txt"; filename*=UTF-8\'\'%D1%88%D1%82.txt')).name).toBe(
    'шт.txt',
  );
  expect((await named('inline')).name).toBe('');
});

test('a refusal in place of a file is a refusal', async () => {
  await expect(readFile(json({ code: 300012, message: 'x' }, 410))).rejects.toMatchObject({
    errorName: 'accountsDeleted',
  });
});
