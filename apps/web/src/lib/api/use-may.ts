import { useStored } from '../stored/stored-state.ts';
import { REQUIRED_ACTION, type GuardedCall } from './required-actions.ts';

/** Tells whether the reader's role allows a call; where the permissions are not known, the server says. */
export function useMay(): (name: GuardedCall) => boolean {
  // An earlier version kept no actions in this browser.
  const actions = useStored((s) => (s.permissions as { readonly actions?: readonly string[] }).actions);
  return (name) => actions?.includes(REQUIRED_ACTION[name]) !== false;
}
