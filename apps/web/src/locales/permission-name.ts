import type { TextKey } from './text-key.ts';
import { useTranslation } from './use-translation.ts';
import { usePunctuation } from './punctuation.ts';

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
