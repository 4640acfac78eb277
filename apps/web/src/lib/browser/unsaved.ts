import { createContext, useContext, useEffect } from 'react';

/** A part of the page that closes by itself, such as a sheet; null: the page. */
type Scope = object | null;
export const UnsavedScope = createContext<Scope>(null);

/** What is typed on this page and saved nowhere, with the part that it is in. */
const typed = new Map<() => boolean, Scope>();

type Ask = () => Promise<boolean>;
let ask: Ask | null = null;
/** Who want to ask before the part of the page that asks is there; it comes after the content. */
const early = new Set<(ask: Ask) => void>();

const COMES_WITHIN_MS = 5_000;

/** Whether leaving now would lose what was typed: all of the page, or one part of it. */
export const hasUnsaved = (scope?: object): boolean =>
  [...typed].some(([isUnsaved, of]) => (scope === undefined || of === scope) && isUnsaved());

/**
 * Keeps what was typed while `isUnsaved` says so: the reader is asked before its sheet closes, another page opens or the
 * tab does.
 */
export function useUnsaved(isUnsaved: () => boolean): void {
  const scope = useContext(UnsavedScope);
  useEffect(() => {
    typed.set(isUnsaved, scope);
    return () => void typed.delete(isUnsaved);
  });
}

/** Resolves with whether to leave: at once where nothing would be lost, else with the reader's answer. */
export async function mayLeave(scope?: object): Promise<boolean> {
  if (!hasUnsaved(scope)) return true;
  const question = ask ?? (await nextAsk());
  const isLeaving = question === null || (await question());
  if (isLeaving)
    for (const [isUnsaved, of] of typed) if (scope === undefined || of === scope) typed.delete(isUnsaved);
  return isLeaving;
}

/** null: it does not come. */
const nextAsk = (): Promise<Ask | null> =>
  new Promise((resolve) => {
    early.add(resolve);
    setTimeout(resolve, COMES_WITHIN_MS, null);
  });

/** Gives up what was typed: whoever typed it is signed out. */
export const forgetUnsaved = (): void => typed.clear();

/** Says who asks the reader, until the returned function is called. */
export function onLeaving(question: Ask): () => void {
  ask = question;
  for (const start of early) start(question);
  early.clear();
  return () => void (ask = null);
}
