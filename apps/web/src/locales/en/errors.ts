export { wording as errors } from '@portside/contract/wire/error-wording';
