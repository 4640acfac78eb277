import { useSearchParams } from '../../../lib/router/hooks.ts';

type Mode = 'login' | 'register' | 'reset';

/** Which form of the sign-in page is open. */
export function useMode(): Mode {
  const mode = useSearchParams()[0].get('mode');
  return mode === 'register' || mode === 'reset' ? mode : 'login';
}

/** Links to another form; the redirect after signing in is kept. */
export function useModeLink(): (mode: Mode) => string {
  const [search] = useSearchParams();
  return (mode) => {
    const next = new URLSearchParams(search);
    if (mode === 'login') next.delete('mode');
    else next.set('mode', mode);
    return next.size > 0 ? `/login?${next}` : '/login';
  };
}
