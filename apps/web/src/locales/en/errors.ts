import { wording } from '@portside/contract/wire/error-wording';

/** As the API words them; on a page the field that it stands below says which password it is. */
export const errors = { ...wording, oldPasswordWrong: 'Password incorrect' };
