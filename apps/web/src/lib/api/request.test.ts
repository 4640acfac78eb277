import { errors } from '@portside/contract/wire/errors';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { updateStored } from '../stored/stored-state.ts';
import { ApiError, fieldRefusals, onFailure } from './api-error.ts';
import { initOf, urlOf, readEnvelope, readFile } from './request.ts';
import { call, requestFreshCode, onFreshCodeRequested, setCallGuard } from './call.ts';
import { skipForbiddenReads } from './permissions.ts';
import { everyPage } from './every-page.ts';
import { FreshQueryClient, createQueryClient, pages } from './query.ts';

describe('requests', () => {
  test('path parameters are escaped', () => {
    expect(urlOf('/api/orders/:order_no', { params: { order_no: 'A/../B' } })).toBe('/api/orders/A%2F..%2FB');
  });

  test('a missing path parameter is our mistake', () => {
    expect(() => urlOf('/api/orders/:order_no', {})).toThrow('order_no');
  });

  test('the query is cleaned', () => {
    expect(urlOf('/api/goods', { query: { category: '', q: 'mail box', in_stock: undefined } })).toBe(
      '/api/goods?q=mail+box',
    );
    expect(urlOf('/api/goods', { query: { q: '' } })).toBe('/api/goods');
  });

  test('bearer, idempotency key and cleaned body', () => {
    const init = initOf('POST', { body: { goods_id: '1', quantity: 2, email: '' } }, 'secret', 'key-1');
    expect(init.method).toBe('POST');
    expect(init.headers).toEqual({
      authorization: 'Bearer secret',
      'idempotency-key': 'key-1',
      'content-type': 'application/json',
    });
    expect(init.body).toBe('{"goods_id":"1","quantity":2}');
  });

  test('visitors send no authorization, and a body that cleans away stays an object', () => {
    const init = initOf('POST', { body: { email: '' } }, null);
    expect(init.headers).toEqual({ 'content-type': 'application/json' });
    expect(init.body).toBe('{}');
  });

  test('texts that are data come in the language of the page, not of the browser', () => {
    expect(initOf('GET', {}, null, undefined, 'zh-cn').headers).toEqual({ 'accept-language': 'zh-cn' });
  });

  test('an image goes as the only file of a form, whose type the browser names', () => {
    const image = new Blob(['…'], { type: 'image/png' });
    const init = initOf('POST', { image }, 'secret');
    expect(init.headers).toEqual({ authorization: 'Bearer secret' });
    const parts = [...(init.body as FormData).values()] as File[];
    expect(parts.map(({ type, size }) => [type, size])).toEqual([['image/png', image.size]]);
  });

  test('further images are parts of the same form, by their names', () => {
    const image = new Blob(['…'], { type: 'image/png' });
    const init = initOf('PUT', { image, furtherImages: { small_icon: image, other: undefined } }, null);
    expect([...(init.body as FormData).keys()]).toEqual(['image', 'small_icon']);
  });

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

  // @vitest-environment happy-dom

  afterEach(() => vi.unstubAllGlobals());

  test('a call is sent where the page is left at once if its caller says so, and only then', async () => {
    const sent: (boolean | undefined)[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      sent.push(init.keepalive);
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { tx_hash: '0x0' } }));
    });
    const body = { type: 'TRON', to: 'T', amount: '1' } as const;
    await call('sendSandboxTransfer', { body });
    await call('sendSandboxTransfer', { body }, { keepalive: true });
    expect(sent).toEqual([false, true]);
  });
});

const atFields = fieldRefusals({ userExists: 'username', passwordTooCommon: 'password' });

test('a refusal finds its field', () => {
  const refusal = new ApiError(errors.passwordTooCommon.code, '');
  expect(atFields.find(refusal)).toEqual({ field: 'password', refusal });
  expect(atFields.names).toEqual(['userExists', 'passwordTooCommon']);
});

test.each([
  ['a refusal of another kind', new ApiError(errors.serverBusy.code, '')],
  ['no answer', new ApiError(0, '')],
  ['a mistake of ours', new TypeError('x is undefined')],
])('%s belongs to no field', (_, error) => {
  expect(atFields.find(error)).toBeUndefined();
});

test('calls that wait at once are asked for one code', async () => {
  const answers: ((isTaken: boolean) => void)[] = [];
  const stop = onFreshCodeRequested(() => new Promise((resolve) => void answers.push(resolve)));
  const waiting = [requestFreshCode(), requestFreshCode()];
  expect(answers).toHaveLength(1);
  answers[0]!(true);
  expect(await Promise.all(waiting)).toEqual([true, true]);

  const later = requestFreshCode();
  answers[1]!(false);
  expect(await later).toBe(false);
  stop();
});

test('where nobody can be asked the refusal stands', async () => {
  expect(await requestFreshCode()).toBe(false);
});

describe('permissions', () => {
  const asked: string[] = [];
  const failures: number[] = [];
  let stop: () => void;

  beforeEach(() => {
    asked.length = 0;
    failures.length = 0;
    stop = onFailure(({ code }) => failures.push(code));
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data: null }));
    });
    skipForbiddenReads();
  });

  afterEach(() => {
    stop();
    setCallGuard(undefined);
    vi.unstubAllGlobals();
  });

  const allow = (...actions: string[]) => updateStored({ permissions: { menus: [], actions } });

  test('what the role may not see is not asked for, and nobody is told of it', async () => {
    allow('order.read');
    await call('listAllOrders');
    await expect(call('listUsers')).rejects.toMatchObject({ errorName: 'noPermission' });
    expect([asked, failures]).toEqual([['/api/admin/orders'], []]);
    allow('order.read', 'user.read');
    await call('listUsers');
    expect(asked).toEqual(['/api/admin/orders', '/api/users']);
  });

  test('what needs no permission is asked for by everybody, and what is written the server decides', async () => {
    allow();
    await call('readTasks');
    await call('deleteRole', { params: { id: '1' } });
    expect(asked).toEqual(['/api/admin/tasks', '/api/roles/1']);
  });

  test('where the permissions are not known the server says', async () => {
    updateStored({ permissions: { menus: [] } as never });
    await call('listUsers');
    expect(asked).toEqual(['/api/users']);
  });
});

describe('the query client', () => {
  /** A query whose answers come when they are told to. */
  function openQuery() {
    const client = new FreshQueryClient({
      defaultOptions: { queries: { staleTime: Infinity, retry: false } },
    });
    const asked: PromiseWithResolvers<string>[] = [];
    const options = {
      queryKey: ['orders', { page: 1 }],
      queryFn: () => {
        const answer = Promise.withResolvers<string>();
        asked.push(answer);
        return answer.promise;
      },
    };
    return { client, asked, options };
  }

  test('what changes while a first answer is under way is asked for again', async () => {
    const { client, asked, options } = openQuery();
    const observer = new QueryObserver(client, options);
    onTestFinished(observer.subscribe(() => undefined));
    const done = client.invalidateQueries({ queryKey: ['orders'] });
    expect(asked).toHaveLength(1);
    asked[0]!.resolve('sending');
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    asked[1]!.resolve('sent');
    await done;
    expect(observer.getCurrentResult().data).toBe('sent');
  });

  test('an answer that nobody shows yet is stale', async () => {
    const { client, asked, options } = openQuery();
    const first = client.fetchQuery(options);
    const done = client.invalidateQueries({ queryKey: ['orders'] });
    asked[0]!.resolve('sending');
    expect(await first).toBe('sending');
    await done;
    expect(asked).toHaveLength(1);
    expect(client.getQueryState(options.queryKey)!.isInvalidated).toBe(true);
  });

  test('what fails is not asked for again', async () => {
    const { client, asked, options } = openQuery();
    const observer = new QueryObserver(client, options);
    onTestFinished(observer.subscribe(() => undefined));
    const done = client.invalidateQueries();
    asked[0]!.reject(new Error('no answer'));
    await done;
    expect(asked).toHaveLength(1);
  });

  test('other queries are left alone', async () => {
    const { client, asked, options } = openQuery();
    const observer = new QueryObserver(client, options);
    onTestFinished(observer.subscribe(() => undefined));
    await client.invalidateQueries({ queryKey: ['goods'] });
    asked[0]!.resolve('sending');
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('sending'));
    expect(asked).toHaveLength(1);
  });

  // @vitest-environment happy-dom

  test('what failed is asked for again once there is a network, also where nobody noticed it go', async () => {
    const client = createQueryClient();
    client.mount();
    let asked = 0;
    const queryFn = () => ((asked += 1) === 1 ? Promise.reject(new Error('no network')) : 'here');
    const observer = new QueryObserver(client, { queryKey: ['anything'], queryFn });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    dispatchEvent(new Event('online'));
    await expect.poll(() => observer.getCurrentResult().data).toBe('here');
    stop();
    client.unmount();
  });

  afterEach(() => vi.unstubAllGlobals());

  test('a list is asked for page by page, with its filter and the cursor of the page before', async () => {
    const asked: string[] = [];
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      const data = {
        items: [url],
        next_cursor: asked.length < 3 ? `after-${asked.length}` : null,
        total: null,
      };
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    });
    const options = pages('listUnsold', { query: { goods_id: '7' } });
    expect(options.queryKey).toEqual(['listUnsold', { query: { goods_id: '7' } }, 'pages']);
    const list = await createQueryClient().fetchInfiniteQuery({ ...options, pages: 5 });
    expect(asked).toEqual([
      '/api/stock/unsold?goods_id=7',
      '/api/stock/unsold?goods_id=7&cursor=after-1',
      '/api/stock/unsold?goods_id=7&cursor=after-2',
    ]);
    expect(list.pages).toHaveLength(3);
  });

  test('a list that is shown in full is asked for to its last page', async () => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' } });
    vi.stubGlobal('fetch', async (url: string) => {
      const isLast = url.includes('cursor=');
      const data = { items: [url], next_cursor: isLast ? null : 'after-500', total: 501 };
      return Response.json({ code: 200, message: 'ok', data });
    });
    const whole = await createQueryClient().fetchQuery(everyPage('listAllGoods'));
    const items = ['/api/admin/goods', '/api/admin/goods?cursor=after-500'];
    expect(whole).toEqual({ items, next_cursor: null, total: 501 });
  });

  test('what needs no request has none in its key', () => {
    expect(pages('listOwnAgentStatement').queryKey).toEqual(['listOwnAgentStatement', 'pages']);
  });
});
