import { SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Link } from '../../lib/router/link.tsx';
import classes from './sandbox-bar.module.css';

/** Above every page of a sandbox: that nothing here is real, and what to try. */
export default function SandboxBar() {
  const { t } = useTranslation('service');
  return (
    <aside className={classes.bar} aria-label={t('trials.bar')}>
      <IconFlask size={16} stroke={1.8} aria-hidden />
      <span>{t('trials.bar')}</span>
      <Link to={SANDBOX_PAGE}>{t('trials.title')}</Link>
    </aside>
  );
}
