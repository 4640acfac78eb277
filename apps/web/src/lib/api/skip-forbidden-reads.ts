import type { CallName } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { paths } from '@portside/contract/wire/paths';
import { storedState } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { setCallGuard } from './call.ts';
import { REQUIRED_ACTION } from './required-actions.ts';

const needed: Partial<Record<string, string>> = REQUIRED_ACTION;
const isRead = (name: CallName): boolean => paths[name][0] === 'GET';

/** From now on the pages do not ask for what the reader's role may not see. */
export function skipForbiddenReads(): void {
  setCallGuard((name) => {
    const action = isRead(name) ? needed[name] : undefined;
    // An earlier version kept no actions in this browser: then the server says.
    const { actions } = storedState().permissions as { readonly actions?: readonly string[] };
    // Nobody is told: the place where the answer would be says why there is none.
    if (action !== undefined && actions?.includes(action) === false)
      throw new ApiError(errors.noPermission.code, '');
  });
}
