import { useStored } from '../stored/stored-state.ts';
import { REQUIRED_ACTION, type GuardedCall } from './required-actions.ts';

/** Whether the reader's role allows a call. True where the permissions are unknown: then the server decides. */
export function useMay(): (name: GuardedCall) => boolean {
  // Earlier versions stored no actions.
  const actions = useStored((s) => (s.permissions as { readonly actions?: readonly string[] }).actions);
  return (name) => actions?.includes(REQUIRED_ACTION[name]) !== false;
}
