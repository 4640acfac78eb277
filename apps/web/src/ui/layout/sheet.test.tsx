// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Sheet } from './sheet.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const page = document.createElement('div');
page.id = 'root';
document.body.append(page);
const root = createRoot(document.createElement('div'));
afterEach(() => act(() => root.unmount()));

const show = (...titles: string[]): void =>
  act(() =>
    root.render(
      <MantineProvider>
        {titles.map((title) => (
          <Sheet key={title} title={title} size={400} onClose={() => undefined}>
            {title}
          </Sheet>
        ))}
      </MantineProvider>,
    ),
  );

test('the page behind is out of reach until the last sheet is closed, whichever that is', () => {
  show('list');
  expect(page.inert).toBe(true);
  show('list', 'form');
  show('form');
  expect(page.inert).toBe(true);
  show();
  expect(page.inert).toBe(false);
});
