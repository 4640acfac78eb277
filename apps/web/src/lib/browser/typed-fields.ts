/** What a reader has typed into the page, kept over one reload of it. */

const KEY = 'portside.typed';
const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** Secrets are typed again. */
const NEVER_KEPT = new Set(['password', 'hidden', 'file', 'submit', 'button']);
const MOST_CHARACTERS = 200_000;
/** The page's data has come by then, or did not: also from a slow network, and from a shop that has just started. */
const WAIT_MS = 60_000;
/** A dialog is closed after a reload: its fields are filled in when it is opened again. */
const WAIT_FOR_DIALOG_MS = 15 * 60_000;
/** An editor takes notice of a selection some moments after it was made. */
const EDITOR_PAUSE_MS = 100;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A text editor's, which is made of elements. */
type Place = Field | HTMLElement;
type Kept = { readonly path: string; readonly fields: readonly (readonly [string, string | boolean])[] };

const touched = new WeakSet<EventTarget>();

/** Notes from now on which fields a person changes: what a page has filled in by itself must not be restored. */
export function noteTyping(): void {
  addEventListener('input', ({ target }) => target && touched.add(target), { capture: true });
}

/** Keeps what was typed for the next load of this address; false where it is too much, or the browser does not store. */
export function keepTyped(): boolean {
  const fields = listFields()
    .filter(([, field]) => touched.has(field) && isKept(field))
    .map(([name, field]) => [name, read(field)] as const);
  const text = JSON.stringify({ path: here(), fields } satisfies Kept);
  if (text.length > MOST_CHARACTERS) return false;
  try {
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Fills in what was kept for this address, as its fields appear: those of a dialog once one of its title is open.
 * Returns what ends it.
 */
export function restoreTyped(): () => void {
  const waiting = new Map(takeKept());
  if (waiting.size === 0) return () => {};
  const path = here();
  const fill = (): void => {
    if (here() !== path) return;
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
  setTimeout(() => {
    for (const name of waiting.keys()) if (!isOfDialog(name)) waiting.delete(name);
    if (waiting.size === 0) observer.disconnect();
  }, WAIT_MS);
  setTimeout(() => observer.disconnect(), WAIT_FOR_DIALOG_MS);
  fill();
  return () => observer.disconnect();
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
const isKept = (field: Place): boolean =>
  !(isField(field) && (NEVER_KEPT.has(field.type) || field.disabled)) &&
  !SECRET.test(field.getAttribute('autocomplete') ?? '') &&
  field.closest('[data-secret]') === null;
const isField = (place: Place): place is Field => 'value' in place;
const isTick = (field: Place): field is HTMLInputElement =>
  isField(field) && (field.type === 'checkbox' || field.type === 'radio');

/** Every field with a name that is the same after a reload: what it is called, and its place among those called so. */
function listFields(): (readonly [string, Place])[] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<Place>(FIELDS)].map((field) => {
    // What is typed about one thing must not be filled in for another.
    const dialog = field.closest('dialog, [role="dialog"]');
    const kind = isField(field) ? `${field.tagName} ${field.type}` : 'EDITOR';
    const name = `${dialog ? `${DIALOG}${nameOf(dialog)} ` : ''}${kind} ${nameOf(field)}`;
    const place = counts.get(name) ?? 0;
    counts.set(name, place + 1);
    return [`${name} ${place}`, field] as const;
  });
}

const DIALOG = 'in ';
const isOfDialog = (name: string): boolean => name.startsWith(DIALOG);

/** What a person calls it. */
function nameOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  const title = by === null ? null : document.querySelector(`#${CSS.escape(by)}`);
  const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : null;
  return (
    element.getAttribute('aria-label') ??
    title?.textContent ??
    label?.textContent ??
    element.getAttribute('name') ??
    ''
  );
}

function read(place: Place): string | boolean {
  if (isTick(place)) return place.checked;
  return isField(place) ? place.value : place.innerHTML;
}

/** As a person would, so that the component that owns the field takes notice. */
function write(field: Place, value: string | boolean): void {
  if (isTick(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  if (read(field) === value) return;
  if (!isField(field)) {
    paste(field, String(value));
    return;
  }
  // React overrides the element's own property to see changes; the prototype's writes past it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** In place of everything that the editor holds; it cleans what is pasted. */
function paste(editor: HTMLElement, html: string): void {
  editor.focus();
  getSelection()?.selectAllChildren(editor);
  setTimeout(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, EDITOR_PAUSE_MS);
}
