import { NETWORKS } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openNodes } from './rehearsed-nodes.ts';

test('two addresses lead to a chain, with its path, and each can be taken off and put on again', async () => {
  const chain = createServer((request, response) => void response.end(`chain: ${request.url}`)).listen(
    0,
    '127.0.0.1',
  );
  await once(chain, 'listening');
  onTestFinished(() => void chain.close());
  const httpUrl = `http://127.0.0.1:${(chain.address() as AddressInfo).port}`;
  const place = { rpcUrl: `${httpUrl}/jsonrpc`, httpUrl };
  const chains = Object.fromEntries(NETWORKS.map((network) => [network, place])) as Devchain['chains'];
  const nodes = await openNodes({ chains }, (step) => onTestFinished(async () => void (await step())));
  const ask = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text();

  const [first, second] = nodes.TRON;
  expect(new Set([place.rpcUrl, first.rpcUrl, second.rpcUrl]).size).toBe(3);
  for (const node of [first, second]) expect(await ask(node.rpcUrl)).toBe('chain: /jsonrpc');
  expect(await ask(`${first.httpUrl!}wallet`)).toBe('chain: /wallet');
  await second.stop();
  await second.stop();
  await expect(ask(second.rpcUrl)).rejects.toThrow();
  expect(await ask(first.rpcUrl)).toBe('chain: /jsonrpc');
  await second.start();
  await second.start();
  expect(await ask(second.rpcUrl)).toBe('chain: /jsonrpc');
});
