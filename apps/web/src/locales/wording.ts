import type { CallName } from '@portside/contract';
import { useTranslation } from './use-translation.ts';
import type { ApiError } from '../lib/api/api-error.ts';

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
  // The office has those that are met nowhere else.
  const { t } = useTranslation(['translation', 'admin']);
  return ({ errorName, message }, name) => {
    if (errorName !== undefined) return t(`errors.${errorName}`);
    return message || t(isNamed(name) ? FAILED[name] : 'shell.serviceBusy');
  };
}
