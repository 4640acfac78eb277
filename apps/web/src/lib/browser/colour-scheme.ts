import { useSyncExternalStore } from 'react';
import { storedState, updateStored, useStored } from '../stored/stored-state.ts';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  const media = system();
  const stop = useStored.subscribe(onChange);
  media.addEventListener('change', onChange);
  return () => {
    stop();
    media.removeEventListener('change', onChange);
  };
}

function isDark(): boolean {
  const { theme } = storedState();
  return theme === 'auto' ? system().matches : theme === 'dark';
}

/** Whether the reader has the dark theme: by their choice, else by their system. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);

/** Keeps the reader's choice. No colour fades: a page's parts would change one after the other. */
export function chooseColourScheme(theme: 'light' | 'dark'): void {
  const { dataset } = document.documentElement;
  dataset['recolouring'] = '';
  updateStored({ theme });
  setTimeout(() => delete dataset['recolouring'], 10);
}
