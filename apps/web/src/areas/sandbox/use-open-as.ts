import type { Sandbox } from '@portside/contract';
import { signIn } from '../../features/sessions/sign-in/sign-in.ts';
import { useEnter } from '../../features/sessions/use-enter.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import type { TrialStep } from './trial-steps.ts';

/**
 * Opens the page of a step as the one of the sandbox's people whose it is. `username`: who is signed in first; null
 * where that is not needed.
 */
export function useOpenAs(signIns: Sandbox['sign_ins'], { role, path }: TrialStep) {
  const navigate = useNavigate();
  const enter = useEnter();
  const current = useStored((s) => s.user?.username);
  const wanted = signIns.find((one) => one.role === role && one.username !== current);
  const open = useThrottledAction(async () => {
    if (!wanted) return navigate(path);
    const { username, password } = wanted;
    return enter(await signIn({ username, password, totp_code: '' }), path);
  });
  return { open, username: wanted?.username ?? null };
}
