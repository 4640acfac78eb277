import { TextInput } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import classes from './audit-sheet.module.css';
import { parseHead } from './parse-head.ts';

/** Compares a head from one of the daily e-mails with the log. */
export function CompareHead() {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [found, setFound] = useState<{ entry: string; outcome: Data<'compareAuditHead'>['outcome'] } | null>(
    null,
  );
  const head = parseHead(text);
  const compare = useThrottledAction(async () => {
    if (!head) return;
    const { outcome } = await call('compareAuditHead', { query: head });
    setFound({ entry: head.entry, outcome });
  });
  return (
    <section className={classes.compare}>
      <h3 className={classes.proofHeading}>{t('audit.compare.title')}</h3>
      <p className={classes.quiet}>{t('audit.compare.lede')}</p>
      <TextInput
        label={t('audit.compare.label')}
        autoComplete="off"
        value={text}
        error={text.trim() !== '' && head === null && t('audit.compare.wrong')}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setFound(null);
        }}
      />
      <ThrottledButton action={compare} variant="default" disabled={head === null}>
        {t('audit.compare.submit')}
      </ThrottledButton>
      {found && (
        <Callout tone={found.outcome === 'same' ? 'good' : 'bad'}>
          {t(`audit.compare.${found.outcome}`, { entry: found.entry })}
        </Callout>
      )}
    </section>
  );
}
