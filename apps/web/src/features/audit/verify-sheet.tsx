import { Progress } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import type { Data } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './audit-sheet.module.css';
import { CompareHead } from './compare-head.tsx';
import { useVerification } from './use-verification.ts';

const WIDTH_PX = 520;

/** The verification's progress and result. */
export function VerifySheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [round, setRound] = useState(1);
  return (
    <Sheet title={t('audit.verify')} size={WIDTH_PX} onClose={onClose}>
      <Proof key={round} onRetry={() => setRound(round + 1)} />
      <CompareHead />
    </Sheet>
  );
}

function Proof({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { part, hasEnded, hasFailed } = useVerification();
  const { verified = 0, entries = 0 } = part ?? {};
  return (
    <>
      {hasFailed && <FailedState onRetry={onRetry} />}
      {!hasEnded && !hasFailed && (
        <div aria-live="polite">
          <p className={classes.quiet}>
            {t('audit.verifying', {
              verified: verified.toLocaleString(language),
              entries: entries.toLocaleString(language),
            })}
          </p>
          <Progress
            value={entries === 0 ? 0 : (verified / entries) * 100}
            animated
            aria-label={t('audit.verify')}
          />
        </div>
      )}
      {part && hasEnded && <Verdict part={part} />}
    </>
  );
}

function Verdict({ part: { entries, broken_at: broken, head_hash: hash } }: { part: Data<'verifyAudit'> }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (broken !== null)
    return (
      <Callout tone="bad" icon={<IconAlertTriangle size={20} />} title={t('audit.brokenTitle')}>
        {t('audit.broken', { entry: Number(broken).toLocaleString(language) })}
      </Callout>
    );
  return (
    <>
      <Callout tone="good" icon={<IconShieldCheck size={20} />} title={t('audit.intactTitle')}>
        {t('audit.intact', { entries: entries.toLocaleString(language) })}
      </Callout>
      <h3 className={classes.proofHeading}>{t('audit.head')}</h3>
      <p className={classes.hash}>
        <code className={classes.long}>{hash}</code>
        <CopyButton text={hash} />
      </p>
      <p className={classes.quiet}>{t('audit.headHint')}</p>
    </>
  );
}
