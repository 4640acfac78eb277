import { expect, test } from 'vitest';
import { namesIn, nounsOfEndpoints } from './house.ts';

// One noun, one guess: contract, server, web and journeys name the same thing by the same word.

/** What the contract's nouns share. */
const SHARED = ['index', 'wire', 'findings'];
/** Journeys through several nouns. */
const FLOWS = ['admin', 'app', 'interrupted', 'public-pages'];

const endpoints = [...nounsOfEndpoints()];
const nouns = new Set(endpoints.map(([, { contract }]) => contract));

test('the noun that declares an endpoint binds it', () => {
  expect(endpoints.length).toBeGreaterThan(200);
  const elsewhere = endpoints.filter(([, { contract, server }]) => contract !== server);
  expect(Object.fromEntries(elsewhere)).toEqual({});
});

test('every file and folder of the contract is a noun', () => {
  const names = namesIn('packages/contract/src').filter((name) => !SHARED.includes(name));
  expect(names.toSorted()).toEqual([...nouns].toSorted());
});

test("every folder of the web's features is a noun", () => {
  const names = namesIn('apps/web/src/features');
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !nouns.has(name))).toEqual([]);
});

test('every folder of journeys is a noun, or one of the flows', () => {
  const names = namesIn('e2e/journeys').filter((name) => !name.endsWith('.spec'));
  expect(names).toEqual(expect.arrayContaining(FLOWS));
  expect(names.filter((name) => !nouns.has(name) && !FLOWS.includes(name))).toEqual([]);
});
