// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepTyped, noteTyping, restoreTyped } from './typed-fields.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Form({ name = '' }: { name?: string }) {
  const [values, setValues] = useState({ name, story: '', password: '' });
  const bind = (field: keyof typeof values) => ({
    'aria-label': field,
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues((before) => ({ ...before, [field]: currentTarget.value })),
  });
  return (
    <>
      <input {...bind('name')} />
      <textarea {...bind('story')} />
      <input type="password" {...bind('password')} />
      <output>{JSON.stringify(values)}</output>
    </>
  );
}

let root: Root;
beforeAll(() => noteTyping());
beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '<div></div>';
  root = createRoot(document.querySelector('div')!);
});
afterEach(() => act(() => root.unmount()));

const open = (name?: string) => act(() => root.render(<Form {...(name !== undefined && { name })} />));
/** As a browser does for each key. */
const type = (label: string, text: string) =>
  act(() => {
    const field = document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const state = (): unknown => JSON.parse(document.querySelector('output')!.textContent);
const reload = (restoredName?: string) => {
  act(() => root.unmount());
  root = createRoot(document.querySelector('div')!);
  restoreTyped();
  // The fields appear later.
  open(restoredName);
};

test('what was typed reaches the component again after a reload, without passwords', async () => {
  open();
  type('story', 'two\nlines');
  type('password', 'secret');
  expect(keepTyped()).toBe(true);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('secret');
  reload();
  await expect.poll(state).toEqual({ name: '', story: 'two\nlines', password: '' });
});

test('no secret is stored, whatever its field looks like', () => {
  act(() =>
    root.render(
      <form>
        <input aria-label="shown" autoComplete="current-password" defaultValue="" />
        <input aria-label="new" autoComplete="new-password" defaultValue="" />
        <input aria-label="code" autoComplete="one-time-code" defaultValue="" />
        <input aria-label="recovery" data-secret defaultValue="" />
        <div data-secret="">
          <textarea aria-label="accounts" defaultValue="" />
        </div>
        <input aria-label="note" autoComplete="off" defaultValue="" />
      </form>,
    ),
  );
  const labels = ['shown', 'new', 'code', 'recovery', 'accounts', 'note'];
  for (const label of labels) type(label, `typed ${label}`);
  keepTyped();
  const kept = JSON.stringify({ ...sessionStorage });
  expect(labels.filter((label) => kept.includes(`typed ${label}`))).toEqual(['note']);
});

test('what the page filled in by itself is not restored over what it fills in now', async () => {
  open('old name');
  type('story', 'mine');
  keepTyped();
  reload('new name');
  await expect.poll(state).toEqual({ name: 'new name', story: 'mine', password: '' });
});

test('another address gets nothing of it, and the next load neither', () => {
  open();
  type('story', 'mine');
  keepTyped();
  history.pushState(null, '', '/elsewhere');
  reload();
  expect(state()).toMatchObject({ story: '' });
  expect(sessionStorage.getItem('portside.typed')).toBeNull();
});

test('once it was ended, nothing more is filled in', async () => {
  open();
  type('story', 'mine');
  keepTyped();
  act(() => root.unmount());
  root = createRoot(document.querySelector('div')!);
  restoreTyped()();
  open();
  await new Promise((done) => setTimeout(done, 50));
  expect(state()).toMatchObject({ story: '' });
});

test('what was typed in a dialog waits until one of the same title is open, and goes into no other', async () => {
  const dialog = (title: string) => (
    <dialog open aria-labelledby="title">
      <h2 id="title">{title}</h2>
      <Form />
    </dialog>
  );
  act(() => root.render(dialog('Gullmail')));
  type('story', 'one');
  keepTyped();
  act(() => root.unmount());
  root = createRoot(document.querySelector('div')!);
  restoreTyped();
  open();
  act(() => root.render(dialog('Harbour box')));
  await new Promise((done) => setTimeout(done, 50));
  expect(state()).toMatchObject({ story: '' });
  act(() => root.render(<p />));
  act(() => root.render(dialog('Gullmail')));
  await expect.poll(state).toMatchObject({ story: 'one' });
});
