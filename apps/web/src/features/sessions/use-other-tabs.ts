import { useEffect, useEffectEvent } from 'react';
import { followOtherTabs } from '../../lib/stored/stored-state.ts';
import { useSessionActions } from './use-session-actions.ts';

/** Sign-in and sign-out in another tab apply here too. Mount once. */
export function useOtherTabs(): void {
  const { followOther } = useSessionActions();
  const follow = useEffectEvent(() => void followOther());
  useEffect(() => followOtherTabs(() => follow()), []);
}
