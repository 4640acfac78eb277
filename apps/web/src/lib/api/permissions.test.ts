import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateStored } from '../stored/stored-state.ts';
import { call, setCallGuard } from './call.ts';
import { onFailure } from './api-error.ts';
import { skipForbiddenReads } from './permissions.ts';

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
