import { useEffect, useState } from 'react';
import { onAreaChange } from './current-area.ts';

const kept = new Map<string, unknown>();

/** State that goes along when a phone is turned, and the page opens anew in the layout of the other width. */
export function useTurnedState<T>(name: string, first: () => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : first()));
  useEffect(() => void kept.delete(name), [name]);
  useEffect(() => onAreaChange(() => void kept.set(name, value)), [name, value]);
  return [value, setValue];
}
