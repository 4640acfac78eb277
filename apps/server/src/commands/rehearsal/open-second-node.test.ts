import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSecondNode } from './open-second-node.ts';

test('the second address leads to the node, with its path', async () => {
  const node = createServer((request, response) => void response.end(`node: ${request.url}`)).listen(
    0,
    '127.0.0.1',
  );
  await once(node, 'listening');
  onTestFinished(() => void node.close());
  const first = `http://127.0.0.1:${(node.address() as AddressInfo).port}/jsonrpc`;
  const second = await openSecondNode(first, (step) => onTestFinished(async () => void (await step())));
  expect(new URL(second).port).not.toBe(new URL(first).port);
  const answer = await fetch(second, { signal: AbortSignal.timeout(10_000) });
  expect(await answer.text()).toBe('node: /jsonrpc');
});
