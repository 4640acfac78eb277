import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Data } from '@portside/contract';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Callout } from '../../ui/callout.tsx';
import { ThrottledButton } from '../../ui/throttled-button.tsx';
import classes from './verify-button.module.css';

/** Has every hash of the log computed again, and says what came of it. */
export function VerifyButton() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [verdict, setVerdict] = useState<Data<'verifyAudit'> | null>(null);
  const verify = useThrottledAction(async () => setVerdict(await call('verifyAudit')));
  const entries = verdict?.entries.toLocaleString(language) ?? '';
  return (
    <div className={classes.line}>
      <ThrottledButton action={verify} leftSection={<IconShieldCheck size={17} stroke={1.7} />}>
        {t('audit.verify')}
      </ThrottledButton>
      {verdict?.broken_at === null && (
        <Callout tone="good">{t('audit.intact', { entries, hash: verdict.head_hash.slice(0, 12) })}</Callout>
      )}
      {verdict?.broken_at && <Callout tone="bad">{t('audit.broken', { entry: verdict.broken_at })}</Callout>}
    </div>
  );
}
