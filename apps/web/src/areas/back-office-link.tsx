import { IconLayoutDashboard } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useTranslation } from '../locales/use-translation.ts';
import classes from './client/layout.module.css';

/** The header's way to the back office: on narrow screens an icon. */
export default function BackOfficeLink() {
  const { t } = useTranslation();
  const name = t('shell.nav.backOffice');
  return (
    <Link to="/admin" className={classes.link} aria-label={name} title={name}>
      <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </Link>
  );
}
