import { expect, test } from 'vitest';
import { matchRoutes, type Route } from './match-routes.ts';

const Page = () => null;
const site: Route[] = [
  {
    path: '/',
    children: [
      { index: true, title: 'shell.nav.home' },
      { path: 'client', children: [{ children: [{ index: true }, { path: 'main', Page }] }] },
      { children: [{ path: 'product/:product', Page }] },
      { path: '*', title: 'shell.missing.title' },
    ],
  },
];

const found = (address: string) =>
  matchRoutes(site, address)?.routes.map(({ path, index }) => path ?? (index ? 'index' : ''));

test.each([
  ['/', ['/', 'index']],
  ['/client', ['/', 'client', '', 'index']],
  ['/client/', ['/', 'client', '', 'index']],
  ['/client/main', ['/', 'client', '', 'main']],
  ['/CLIENT/Main//', ['/', 'client', '', 'main']],
  ['/client/other', ['/', '*']],
  ['/client/main/more', ['/', '*']],
  ['/client//main', ['/', '*']],
  ['/product', ['/', '*']],
  ['/product/', ['/', '*']],
  ['/product/7-mail', ['/', '', 'product/:product']],
  ['/nowhere/at/all', ['/', '*']],
  ['/%E0%A4%A', ['/', '*']],
])('%s leads through %j', (address, routes) => {
  expect(found(address)).toEqual(routes);
});

test('a name in a path is any one segment, decoded', () => {
  expect(matchRoutes(site, '/Product/K%C3%A4se-7')?.params).toEqual({ product: 'Käse-7' });
  expect(matchRoutes(site, '/product/a%2Fb')?.params).toEqual({ product: 'a/b' });
  expect(matchRoutes(site, '/product/100%')?.params).toEqual({ product: '100%' });
});

test('a layout opens at its own address where no page is there, and an address without a page leads nowhere', () => {
  const frame = { path: 'admin', children: [{ path: 'order' }] };
  expect(matchRoutes([frame], '/admin')?.routes).toEqual([frame]);
  expect(matchRoutes([frame], '/elsewhere')).toBeNull();
  expect(matchRoutes([{ children: [{ path: 'a' }] }], '/')).toBeNull();
});
