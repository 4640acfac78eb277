import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { rules } from '../rules.ts';

const TYPING_PAUSE_MS = 400;

type UsernameState = 'unknown' | 'checking' | 'free' | 'taken';

/** Checks while typing whether a username is free. A failed check stays silent: registering decides. */
export function useUsernameCheck(typed: string): UsernameState {
  const wanted = typed.trim();
  const [username] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const isValid = rules.username(wanted) === null;
  const { data, isFetching } = useQuery({
    ...query('checkUsername', { query: { username } }, { isQuiet: true }),
    enabled: isValid && username === wanted,
    retry: false,
  });
  if (!isValid) return 'unknown';
  if (username !== wanted || isFetching) return 'checking';
  if (!data) return 'unknown';
  return data.available ? 'free' : 'taken';
}

export function UsernameHint({ state }: { state: UsernameState }) {
  const { t } = useTranslation();
  if (state === 'checking') return <Loader size={16} />;
  if (state !== 'free') return null;
  return (
    <>
      <IconCheck size={18} color="var(--mantine-color-green-5)" aria-hidden />
      <span className="visually-hidden">{t('sessions.rule.usernameFree')}</span>
    </>
  );
}
