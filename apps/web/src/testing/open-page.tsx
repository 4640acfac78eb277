import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../lib/api/query.ts';
import { Translator } from '../locales/translator.ts';
import { TranslatorContext } from '../locales/use-translation.ts';

type Around = {
  client?: QueryClient;
  /** Of English; without them, keys stand in their places. */
  texts?: ConstructorParameters<typeof Translator>[1];
};

/**
 * An empty page in the document until the test has finished. `show` draws a part of the shop in it, within what every
 * part needs around it.
 */
export function openPage({ client = createQueryClient(), texts }: Around = {}) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const close = (): void => {
    act(() => root.unmount());
    document.body.replaceChildren();
  };
  onTestFinished(close);
  const translator = texts && new Translator('en', texts);
  const show = (part: ReactNode): Promise<void> => {
    const around = (
      <MantineProvider env="test">
        <QueryClientProvider client={client}>{part}</QueryClientProvider>
      </MantineProvider>
    );
    return act(async () =>
      root.render(translator ? <TranslatorContext value={translator}>{around}</TranslatorContext> : around),
    );
  };
  return { page, show, close };
}

/** Replaces what a field holds, as a reader who types does. */
export const typeInto = (field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> =>
  act(async () => {
    const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
