export { wording as errors } from '@portside/contract/error-wording';
