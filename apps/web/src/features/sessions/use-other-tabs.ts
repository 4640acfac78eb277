import { useEffect, useEffectEvent } from 'react';
import { followOtherTabs } from '../../lib/stored/stored-state.ts';
import { useSessionActions } from './use-session-actions.ts';

/** One browser, one person: what another tab signs in or out counts here too. Mount once. */
export function useOtherTabs(): void {
  const { followOther } = useSessionActions();
  const follow = useEffectEvent(() => void followOther());
  useEffect(() => followOtherTabs(() => follow()), []);
}
