import { familyOf } from '@portside/chain/networks/registry';
import { expect, test } from 'vitest';
import { listNetworks } from '../networks/networks.ts';
import { DEEP_LINKS, deepLinksFor } from './deep-links.ts';

const page = 'https://shop.example/h5Pay#ticket=abc-_9';

test.each(DEEP_LINKS)('the link of $name opens exactly the page', ({ name, families, href }) => {
  const networks = listNetworks().filter((network) => families.includes(familyOf(network)));
  expect(networks.length).toBeGreaterThan(0);
  for (const network of networks) {
    const link = href(page, network);
    expect(link).toMatch(/^(https|tronlinkoutside|okx|imtokenv2|tpdapp):\/\//);
    const decoded = decodeURIComponent(decodeURIComponent(link));
    expect(decoded).toContain(name === 'MetaMask' ? page.slice('https://'.length) : page);
  }
});

test('every network has wallets to choose from, each link with its source', () => {
  expect(deepLinksFor('TRON').length).toBeGreaterThan(3);
  expect(deepLinksFor('ETH').length).toBeGreaterThan(3);
  for (const { source } of DEEP_LINKS) expect(source).toMatch(/^https:|^source code of @tronweb3/);
});
