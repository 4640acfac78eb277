import type { CallName } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { paths } from '@portside/contract/wire/paths';
import { storedState } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { setCallGuard } from './call.ts';
import { REQUIRED_ACTION } from './required-actions.ts';

const needed: Partial<Record<string, string>> = REQUIRED_ACTION;
const isRead = (name: CallName): boolean => paths[name][0] === 'GET';

/** From now on reads that the reader's role does not allow are refused without being sent. */
export function skipForbiddenReads(): void {
  setCallGuard((name) => {
    const action = isRead(name) ? needed[name] : undefined;
    // Earlier versions stored no actions: then the server decides.
    const { actions } = storedState().permissions as { readonly actions?: readonly string[] };
    // Not announced: the place of the answer says why there is none.
    if (action !== undefined && actions?.includes(action) === false)
      throw new ApiError(errors.noPermission.code, '');
  });
}
