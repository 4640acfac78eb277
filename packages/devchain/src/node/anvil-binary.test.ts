import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anvilBinary } from './anvil-binary.ts';

test('finds the program of this machine', () => {
  expect(statSync(anvilBinary()).isFile()).toBe(true);
});

test('names the platform and the package when there is none', () => {
  expect(() => anvilBinary('sunos', 'x64')).toThrow(/@foundry-rs\/anvil-sunos-amd64.*sunos on x64/s);
});
