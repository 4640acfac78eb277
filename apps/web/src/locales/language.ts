import type { Language } from '@portside/contract';
import { chosenLanguage, pickLanguage, storedState, useStored } from '../lib/stored/stored-state.ts';
import { chooseLanguage } from './languages.ts';
import type { TextTree } from './translator.ts';
import { translator } from './use-translation.ts';

/** Every file of texts of every language, each a chunk of its own; those of documents load by themselves. */
const files = import.meta.glob<Readonly<Record<string, TextTree>>>([
  './*/*.ts',
  './*/*/index.ts',
  '!./*/{documents,errors}.ts',
]);

/**
 * The shop's texts (`index`) load with every page, the others with the pages that show them, so that none carries what
 * it does not show. The first ones join the shop's; the others are groups of their own.
 */
const JOIN_SHOP = ['index', 'browse', 'home', 'orders', 'product', 'recharges'] as const;
type Name = (typeof JOIN_SHOP)[number] | 'address' | 'admin' | 'named' | 'pay' | 'service';
type LaterTexts = Exclude<Name, 'index'>;

const groupOf = (name: Name): string =>
  (JOIN_SHOP as readonly string[]).includes(name) ? 'translation' : name;
const loaded = new Set<string>();
const inUse = new Set<Name>(['index']);
let hasStarted = (): void => undefined;
const started = new Promise<void>((resolve) => (hasStarted = resolve));

/** Loads the reader's catalogue and speaks its language. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  const language = chooseLanguage(chosenLanguage(storedState()), navigator.languages);
  await startIn(language);
  document.documentElement.lang = language;
  followStored();
}

/** Speaks this language. */
export async function startIn(language: Language): Promise<void> {
  await load(language, 'index');
  translator.changeLanguage(language);
  hasStarted();
}

/** Clearing the storage clears the choice too: the page then speaks the browser's language again. */
function followStored(): void {
  useStored.subscribe((now, before) => {
    const chosen = chosenLanguage(now);
    if (chosen !== chosenLanguage(before)) void showLanguage(chooseLanguage(chosen, navigator.languages));
  });
}

/** Keeps the reader's choice; the page changes once the catalogue is there. */
export const setLanguage = (language: Language): void => pickLanguage(language);

async function showLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  document.documentElement.lang = language;
  translator.changeLanguage(language);
}

/** The same for a page that is drawn at build time. */
export async function loadLanguage(language: Language): Promise<void> {
  await loadTexts(language);
  translator.changeLanguage(language);
}

/** Loads further texts; from then on they follow the language like all others. */
async function startTexts(...names: LaterTexts[]): Promise<void> {
  names.forEach((name) => inUse.add(name));
  // Of these only: texts that another part waits for in vain are no fault of this one.
  await loadTexts(chooseLanguage(chosenLanguage(storedState()), navigator.languages), names);
}

/** Loads a page or a part of one together with its texts. */
export const withTexts =
  <T>(names: LaterTexts | readonly LaterTexts[], load: () => Promise<T>): (() => Promise<T>) =>
  async () =>
    (await Promise.all([load(), startTexts(...[names].flat())]))[0];

async function loadTexts(language: Language, names: readonly Name[] = [...inUse]): Promise<void> {
  await started;
  const missing = names.filter((name) => !loaded.has(`${language} ${name}`));
  await Promise.all(missing.map((name) => load(language, name)));
}

async function load(language: Language, name: Name): Promise<void> {
  const file = files[`./${language}/${name}.ts`] ?? files[`./${language}/${name}/index.ts`];
  const { catalogue, ...own } = await file!();
  translator.add(language, groupOf(name), catalogue ?? own);
  loaded.add(`${language} ${name}`);
}
