import type { MantineColorSchemeManager } from '@mantine/core';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';

/** Light, dark or the system's scheme, kept in the app's stored state. */
export function storedColourScheme(): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: () => storedState().theme,
    set: (theme) => updateStored({ theme }),
    subscribe: (onUpdate) => {
      stop = useStored.subscribe((now, before) => {
        if (now.theme !== before.theme) onUpdate(now.theme);
      });
    },
    unsubscribe: () => stop?.(),
    clear: () => updateStored({ theme: 'auto' }),
  };
}
