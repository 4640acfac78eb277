import type { Sandbox } from '@portside/contract';
import { signIn } from '../../features/sessions/sign-in/sign-in.ts';
import { useSessionActions } from '../../features/sessions/use-session-actions.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

export type Role = Sandbox['sign_ins'][number]['role'];

/** Opens a page as one of the sandbox's people, who is signed in first where someone else is, or no one. */
export function useOpenAs(signIns: Sandbox['sign_ins']) {
  const navigate = useNavigate();
  const { enter } = useSessionActions();
  const current = useStored((s) => s.user?.username);
  const nameOf = (role: Role): string => signIns.find((one) => one.role === role)?.username ?? role;
  const open = useThrottledAction(async (role: Role | null, path: string) => {
    const wanted = signIns.find((one) => one.role === role);
    if (!wanted || wanted.username === current) return navigate(path);
    const { username, password } = wanted;
    return enter(await signIn({ username, password, totp_code: '' }), path);
  });
  const isOpenTo = (role: Role | null): boolean => role === null || nameOf(role) === current;
  return { open, nameOf, isOpenTo };
}
