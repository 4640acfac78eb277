// Apart from `wording.ts`: findings bring the whole contract, which no page of the shop needs.

import { wordFinding, type Finding, type FindingTexts } from '@portside/contract';
import { formatDateTime } from '../lib/format/times.ts';
import { usePunctuation } from './punctuation.ts';
import type { TextKey } from './text-key.ts';
import { useTranslation, translator } from './use-translation.ts';

/**
 * What an action of a role ("order.refund") is called: what it is about, and what is done. Unknown parts stay as they
 * are.
 */
export function usePermissionName(): (action: string) => string {
  const { t } = useTranslation('admin');
  const { pair } = usePunctuation();
  return (action) => {
    const [noun = '', verb = ''] = action.split('.');
    return pair(
      t(`roles.noun.${noun}` as TextKey<'admin'>, { defaultValue: noun }),
      t(`roles.verb.${verb}` as TextKey<'admin'>, { defaultValue: verb }),
    );
  };
}

/**
 * Words what alarms, chains and wallets report in the reader's language. Only where the texts of the back office are
 * loaded.
 */
export function useFindings(): (...findings: readonly Finding[]) => string {
  const { language } = useTranslation('admin');
  const texts = translator.read('admin', 'findings') as FindingTexts;
  const formatTime = (iso: string): string => formatDateTime(iso, language);
  return (...findings) =>
    findings
      .map((finding) => wordFinding(finding, { language, texts, formatTime }))
      .join(language === 'zh-cn' ? '' : ' ');
}
