/** What a reader has typed into the page, kept over one reload of it. */

const KEY = 'portside.typed';
const FIELDS = 'input, textarea, select';
/** Secrets are typed again. */
const NEVER_KEPT = new Set(['password', 'hidden', 'file', 'submit', 'button']);
const MOST_CHARACTERS = 200_000;
/** The page's data has come by then, or did not. */
const WAIT_MS = 15_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Kept = { readonly path: string; readonly fields: readonly (readonly [string, string | boolean])[] };

const touched = new WeakSet<EventTarget>();

/** Notes from now on which fields a person changes: what a page has filled in by itself must not be restored. */
export function noteTyping(): void {
  addEventListener('input', ({ target }) => target && touched.add(target), { capture: true });
}

/** Keeps what was typed for the next load of this address; false where the browser does not store. */
export function keepTyped(): boolean {
  const fields = listFields()
    .filter(([, field]) => touched.has(field) && isKept(field))
    .map(([name, field]) => [name, isTick(field) ? field.checked : field.value] as const);
  const text = JSON.stringify({ path: here(), fields } satisfies Kept);
  try {
    sessionStorage.setItem(KEY, text.length > MOST_CHARACTERS ? '' : text);
    return true;
  } catch {
    return false;
  }
}

/** Fills in what was kept for this address, as its fields appear. */
export function restoreTyped(): void {
  const waiting = new Map(takeKept());
  if (waiting.size === 0) return;
  const fill = (): void => {
    for (const [name, field] of listFields()) {
      const value = waiting.get(name);
      if (value === undefined || !isKept(field)) continue;
      waiting.delete(name);
      write(field, value);
      touched.add(field);
    }
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.documentElement, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
  fill();
}

function takeKept(): Kept['fields'] {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const kept = text ? (JSON.parse(text) as Kept) : null;
    return kept?.path === here() ? kept.fields : [];
  } catch {
    return [];
  }
}

const here = (): string => location.pathname + location.search;

/** A field that shows its secret is of type text: its purpose, or a mark on it or around it, tells that it has one. */
const SECRET = /password|one-time-code/;
const isKept = (field: Field): boolean =>
  !NEVER_KEPT.has(field.type) &&
  !field.disabled &&
  !SECRET.test(field.getAttribute('autocomplete') ?? '') &&
  field.closest('[data-secret]') === null;
const isTick = (field: Field): field is HTMLInputElement =>
  field.type === 'checkbox' || field.type === 'radio';

/** Every field with a name that is the same after a reload: what it is called, and its place among those called so. */
function listFields(): (readonly [string, Field])[] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<Field>(FIELDS)].map((field) => {
    const called = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name;
    const name = `${field.tagName} ${field.type} ${called}`;
    const place = counts.get(name) ?? 0;
    counts.set(name, place + 1);
    return [`${name} ${place}`, field] as const;
  });
}

/** As a person would, so that the component that owns the field takes notice. */
function write(field: Field, value: string | boolean): void {
  if (isTick(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  if (field.value === value) return;
  // React overrides the element's own property to see changes; the prototype's writes past it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
