import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFor } from '../../../lib/browser/current-area.ts';
import { startIn, withTexts } from '../../../locales/language.ts';
import { PairingCode } from './remote-wallet.tsx';

beforeAll(async () => {
  await startIn('en');
  await withTexts(['pay', 'recharges'], () => Promise.resolve({}))();
});
afterAll(() => drawFor('/client'));

const draw = () =>
  renderToStaticMarkup(
    <MantineProvider>
      <PairingCode uri="wc:0c1f@2?relay-protocol=irn" network="ETH" onCancel={() => undefined} />
    </MantineProvider>,
  );

test('a phone shows the wallets on it first, and folds the QR code', () => {
  drawFor('/mobile');
  const html = draw();
  expect(html.indexOf('MetaMask')).toBeGreaterThan(-1);
  expect(html.indexOf('MetaMask')).toBeLessThan(html.indexOf('<figure'));
  expect(html).toMatch(/<details[^>]*><summary>Show QR code<\/summary><figure/);
});

test('a desktop shows the QR code first, for a phone', () => {
  drawFor('/client');
  const html = draw();
  expect(html.indexOf('<figure')).toBeLessThan(html.indexOf('MetaMask'));
  expect(html).not.toContain('<details');
});
