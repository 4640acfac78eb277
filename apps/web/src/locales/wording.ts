import { type CallName, wordFinding, type Finding, type FindingTexts } from '@portside/contract';
import { useTranslation, translator } from './use-translation.ts';
import type { ApiError } from '../lib/api/api-error.ts';
import type { TextKey } from './text-key.ts';
import { usePunctuation } from './punctuation.ts';
import { formatDateTime } from '../lib/format/times.ts';

/** What is said of these calls when the failure has no words of its own (specification, section 8). */
const FAILED = {
  login: 'shell.failed.login',
  register: 'shell.failed.register',
  resetPassword: 'shell.failed.resetPassword',
  sendResetCode: 'shell.failed.sendCode',
  sendEmailCode: 'shell.failed.sendCode',
  sendSupportMessage: 'shell.failed.sendMessage',
  sendSupportImage: 'shell.failed.sendMessage',
  answerConversation: 'shell.failed.sendMessage',
  answerWithImage: 'shell.failed.sendMessage',
} as const satisfies Partial<Record<CallName, string>>;

const isNamed = (name: CallName | undefined): name is keyof typeof FAILED =>
  name !== undefined && name in FAILED;

/**
 * Wording of a failed call: the catalogue's own, else the server's, else what failed where `name` is a call that says
 * so, else that the service is busy.
 */
export function useFailureWording(): (error: ApiError, name?: CallName) => string {
  const { t } = useTranslation();
  return ({ errorName, message }, name) => {
    if (errorName !== undefined) return t(`errors.${errorName}`);
    return message || t(isNamed(name) ? FAILED[name] : 'shell.serviceBusy');
  };
}

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
