import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { sandboxQuery } from '../../../lib/api/query.ts';
import classes from './sign-in.module.css';

type Credentials = { username: string; password: string };

/** The sandbox's demo users. */
export default function DemoSignIns({ onPick }: { onPick: (credentials: Credentials) => void }) {
  const { t } = useTranslation('service');
  const { data } = useQuery(sandboxQuery);
  if (!data) return null;

  return (
    <section className={classes.box}>
      <h2 className={classes.loginFormTitle}>{t('trials.signIns.title')}</h2>
      <p className={classes.loginFormLede}>{t('trials.signIns.lede')}</p>
      {data.sign_ins.map(({ role, username, password }) => (
        <UnstyledButton key={role} className={classes.row} onClick={() => onPick({ username, password })}>
          <span className={classes.role}>{t(`trials.signIns.${role}`)}</span>
          <span className={classes.name}>{username}</span>
          <IconArrowRight size={16} />
        </UnstyledButton>
      ))}
    </section>
  );
}
