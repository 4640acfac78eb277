// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Network } from '@portside/contract';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startIn, withTexts } from '../../../locales/language.ts';
import { NetworkChoice } from './recharge-fields.tsx';

const NETWORKS: readonly Network[] = ['TRON', 'ETH', 'BSC'];

function Form() {
  const [value, setValue] = useState<Network>('TRON');
  return <NetworkChoice value={value} known={NETWORKS} enabled={NETWORKS} modes={{}} onChange={setValue} />;
}

let root: Root;
beforeAll(async () => {
  await startIn('en');
  await withTexts('recharges', () => Promise.resolve())();
});
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const form = (
    <MantineProvider env="test">
      <Form />
      <a href="/next">Next</a>
    </MantineProvider>
  );
  await act(async () => root.render(form));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
const other = () => radios().find(({ checked }) => !checked)!;
const fire = (event: Event) => act(async () => void other().dispatchEvent(event));
const choose = () => act(async () => other().click());
async function unfold(): Promise<void> {
  expect(radios()).toHaveLength(1);
  const others = [...document.querySelectorAll('button')].find(
    (one) => one.textContent === 'Other networks',
  )!;
  others.focus();
  await act(async () => others.click());
  expect(radios()).toHaveLength(NETWORKS.length);
  expect(document.activeElement).toBe(radios().find(({ checked }) => checked));
}

test('the arrow keys go through the networks until the focus leaves them', async () => {
  await unfold();
  for (let step = 0; step < 2; step += 1) {
    await fire(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    await choose();
    expect(radios()).toHaveLength(NETWORKS.length);
  }
  await act(async () => document.querySelector('a')!.focus());
  expect(radios()).toHaveLength(1);
});

test('a tap chooses, and folds the others', async () => {
  await unfold();
  await fire(new Event('pointerdown', { bubbles: true }));
  await choose();
  expect(radios()).toHaveLength(1);
});
