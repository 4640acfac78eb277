import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { sandboxQuery } from '../../../lib/api/sandbox-query.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';
import classes from './demo-sign-ins.module.css';

type Credentials = { username: string; password: string };

/** The sandbox's demo users. A shop that is none does not ask for them: the call would answer 404 there. */
export function DemoSignIns({ onPick }: { onPick: (credentials: Credentials) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...sandboxQuery, enabled: useIsSandbox() });
  if (!data) return null;

  return (
    <section className={classes.box}>
      <h2 className={classes.title}>{t('sessions.demo.title')}</h2>
      <p className={classes.lede}>{t('sessions.demo.lede')}</p>
      {data.sign_ins.map(({ role, username, password }) => (
        <UnstyledButton key={role} className={classes.row} onClick={() => onPick({ username, password })}>
          <span className={classes.role}>{t(`sessions.demo.${role}`)}</span>
          <span className={classes.name}>{username}</span>
          <IconArrowRight size={16} />
        </UnstyledButton>
      ))}
    </section>
  );
}
