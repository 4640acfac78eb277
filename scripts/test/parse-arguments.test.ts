import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, parseArguments, ROOT } from './parse-arguments.ts';

const read = (...args: string[]) => parseArguments(args, ROOT);

test('without arguments everything runs, with --only one part', () => {
  expect(read()).toEqual({ kind: 'parts', parts: PARTS });
  expect(read('--only', 'unit')).toEqual({ kind: 'parts', parts: ['unit'] });
  expect(() => read('--only', 'units')).toThrow('--only takes one of types, lint, unit, browser');
  expect(() => read('--only')).toThrow('--only takes one of');
});

test('paths are told apart: journeys go to the browser', () => {
  expect(read('scripts/test', 'e2e/journeys/warranty-claim.spec.ts')).toEqual({
    kind: 'paths',
    units: ['scripts/test'],
    journeys: ['e2e/journeys/warranty-claim.spec.ts'],
  });
});

test('a path counts from where the caller stands, or from the root', () => {
  const inScripts = (path: string) => parseArguments([path], join(ROOT, 'scripts'));
  expect(inScripts('test')).toMatchObject({ units: ['scripts/test'] });
  expect(inScripts('trials')).toMatchObject({ units: ['trials'] });
  expect(() => inScripts('nowhere.test.ts')).toThrow('nowhere.test.ts: no such file or folder');
});

test('what changed counts from the last commit or the one that is named', () => {
  expect(read('--changed')).toEqual({ kind: 'changed', since: null });
  expect(read('--changed', 'main')).toEqual({ kind: 'changed', since: 'main' });
  expect(() => read('--changed', 'main', 'other')).toThrow('one commit at most');
});

test('what is not known is refused, not read as a path', () => {
  expect(() => read('--chagned')).toThrow('--chagned: no such file or folder');
});
