import { lazy, useState, type ComponentType } from 'react';

/** A component that suspends while its code loads, and renders at once where `load` has brought it before. */
export function loadable(loadPart: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | undefined;
  const Later = lazy(loadPart);
  function Loadable() {
    // Kept, because another type would start anew.
    const [Part] = useState<ComponentType>(() => loaded ?? Later);
    return <Part />;
  }
  const load = async (): Promise<void> => {
    loaded ??= (await loadPart()).default;
  };
  return Object.assign(Loadable, { load });
}
